import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { startEmbeddedRegistry } from "../../src/commands/gateway/embedded-registry.ts";
import { reachRegistry, startGateway } from "../../src/commands/gateway/gateway.ts";
import { runRegistryCopy } from "../../src/commands/registry/copy.ts";
import { runRegistryExport } from "../../src/commands/registry/export.ts";
import { runRegistryImport } from "../../src/commands/registry/import.ts";
import { runRegistryKey } from "../../src/commands/registry/key.ts";
import { runRegistry } from "../../src/commands/registry/serve.ts";
import { createLogger } from "../../src/log.ts";
import { startRegistry } from "../../src/registry/http/server.ts";
import { openStore } from "../../src/registry/store/open-store.ts";
import { readSettings, type Settings } from "../../src/settings.ts";
import { readXml } from "../registry/http/xml-reader.ts";
import { createFolder, createOpenFolder, type Folder, makeReadOnly } from "../support/folder.ts";
import { post } from "../support/gateway.ts";
import { startTcpServer } from "../support/listen.ts";
import { dump } from "../support/real-registry.ts";
import { type Ended, runCommand } from "../support/run-command.ts";
import { findStoreKinds } from "../support/stores.ts";
import { patient, runProgram, runTapgraph } from "../support/tapgraph.ts";
import { until } from "../support/upstream.ts";

const storeKinds = findStoreKinds();

const address = { REGISTRY_PORT: "0" };
const stopAtHalf = join(import.meta.dirname, "preloads/stop-at-half.js");

/** Runs `tapgraph registry` to its end, in this process. */
function command(
  REGISTRY_DB: string,
  ...[action = "", ...rest]: readonly string[]
): Promise<Ended> {
  const settings = readSettings({ ...address, LOG_LEVEL: "silent", REGISTRY_DB });
  const actions: Readonly<Record<string, () => Promise<void>>> = {
    import: () => runRegistryImport(settings, rest),
    export: () => runRegistryExport(settings, rest),
    copy: () => runRegistryCopy(rest),
    key: () => runRegistryKey(settings, rest),
  };
  return runCommand(actions[action] ?? (() => serveHere(settings, action, ...rest)));
}

function serveHere(settings: Settings, ...argv: readonly string[]): Promise<void> {
  const words = argv.filter((word) => word !== "");
  return runRegistry(settings, createLogger("silent"), words);
}

function importInto(folder: Folder, ...argv: readonly string[]): Promise<Ended> {
  return command(folder.file("registry.db"), "import", ...argv, "--project", "7");
}

async function createKey(place: string): Promise<string> {
  const { stdout } = await command(place, "key", "create", "--project", "7", "--name", "desk");
  return stdout.trim();
}

async function serve(REGISTRY_DB: string, ...argv: readonly string[]) {
  const settings = { ...address, REGISTRY_DB, LOG_LEVEL: "trace" };
  const run = await runTapgraph(["registry", ...argv], settings);
  const [, url = ""] = await run.waitFor(/"url":"(http:[^"]+)"/);
  return Object.assign(run, { url });
}

function writeTags(folder: Folder, count: number, name = "tags.ndjson"): string {
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify({ id: `T${index}`, name: `Tag ${index}`, added_when: 1_700_000_000 + index }),
  );
  writeFileSync(folder.file(name), lines.join("\n"));
  return folder.file(name);
}

describe("tapgraph registry", () => {
  test("serves imported records in JSON and XML to a key, until the key is revoked", async () => {
    await using folder = await createFolder();
    const place = folder.file("registry.db");
    const run = async (...argv: readonly string[]) => {
      await using one = await runTapgraph(["registry", ...argv], { REGISTRY_DB: place });
      expect(await one.exit()).toBe(0);
      return one.output;
    };
    const imported = await run("import", writeTags(folder, 3), "--project", "7");
    expect(imported).toMatch(/^Imported 3 tags, 0 terminals and 0 structures in /m);
    const created = await run("key", "create", "--project", "7", "--name", "desk");
    const [key = ""] = /^[\w-]{43}$/m.exec(created) ?? [];

    await using registry = await serve(place);
    const json = await fetch(`${registry.url}/api/v1/tags?key=${key}`);
    const body = await json.json();
    expect(body).toMatchObject({ count: 3, tags: [{ id: "T0", project_id: 7 }, {}, {}] });
    const xml = await fetch(`${registry.url}/api/v1/tags?type=xml&key=${key}`);
    expect(readXml(await xml.text())).toEqual(body);
    const { output: list } = await command(place, "key", "list");
    const [, id = ""] = /^([0-9a-f]{12}) +7 .* desk$/m.exec(list) ?? [];
    await command(place, "key", "revoke", id);
    const refused = await fetch(`${registry.url}/api/v1/tags?key=${key}`);
    expect(refused.status).toBe(401);

    registry.process.kill("SIGTERM");
    expect(await registry.exit()).toBe(0);
    expect(registry.output).toContain('"msg":"answered"');
    expect(registry.output).not.toContain(key);
  });

  test("--sample serves the sample, prints its keys, and changes it with --drift", async () => {
    await using folder = await createFolder();
    const place = folder.file("registry.db");
    await using registry = await serve(place, "--sample", "--clamp-limit", "50", "--drift", "100");
    const [, line = ""] = /curl '(.*)'/.exec(registry.output) ?? [];
    const read = async () => (await fetch(line.replace("limit=2", "limit=100&page=1"))).text();
    const first = await read();
    expect(JSON.parse(first)).toMatchObject({ limit: 50 });
    // Ends when the drift changes one of the first fifty tags, or the count.
    await until(async () => (await read()) !== first);
    expect(existsSync(place)).toBe(false);
  });

  test("reports a port in use in one line", async () => {
    await using server = await startTcpServer(() => {});
    const REGISTRY_PORT = String(server.port);
    const settings = readSettings({ REGISTRY_PORT, REGISTRY_DB: ":memory:" });
    expect(await runCommand(() => serveHere(settings))).toMatchObject({
      code: 1,
      output: `REGISTRY_PORT: 127.0.0.1:${server.port} is in use by another program\n`,
    });
  });

  test("refuses what Kubernetes sets REGISTRY_PORT to, which stops no gateway", async () => {
    const REGISTRY_PORT = "tcp://10.0.0.1:80";
    const settings = readSettings({ REGISTRY_PORT, REGISTRY_DB: ":memory:" });
    const { code, output } = await runCommand(() => serveHere(settings));
    expect(code).toBe(1);
    expect(output).toMatch(/^REGISTRY_PORT: expected a port, [^\n]+\n$/);
    await using embedded = await startEmbeddedRegistry(settings, createLogger("silent"));
    expect(embedded.url).toMatch(/^http:/);
  });
});

describe("an import", () => {
  test("of a file with mistakes lists them, those of a column once, and imports nothing", async () => {
    await using folder = await createFolder();
    const rows = ["A,soon,TRUE", "B,1.3.2025,WAHR", "C,2.3.2025,FALSCH"];
    writeFileSync(folder.file("tags.csv"), ["id,added_when,is_active", ...rows].join("\n"));
    const { code, output } = await importInto(folder, folder.file("tags.csv"));
    expect(code).toBe(1);
    expect(output).toMatch(
      /^line 2: tag A: added_when: expected .*, found "soon" \(and in 2 more cells of this column\)$/m,
    );
    expect(output).toContain(
      'line 3: tag B: is_active: expected true or false, found "WAHR" (and in 1 more cell of this column)\n',
    );
    expect(output).toMatch(/of this column\)\n\S*tags\.csv: 5 mistakes; nothing was imported\n$/);
  });

  test("reads decimal commas as numbers if it is told to", async () => {
    await using folder = await createFolder();
    writeFileSync(folder.file("tags.csv"), "sep=;\r\nid;additional_data.weight\r\nA;3,5\r\n");
    await importInto(folder, folder.file("tags.csv"), "--decimal-comma");
    const out = folder.file("tags.out");
    const exporting = ["export", out, "--format", "ndjson", "--project", "7"];
    await command(folder.file("registry.db"), ...exporting);
    expect(readFileSync(out, "utf8")).toContain('"additional_data":{"weight":3.5}');
  });

  test("of a file with an unknown column reports no progress", async () => {
    await using folder = await createFolder();
    writeFileSync(folder.file("tags.csv"), "id,added_when,colour\nA,1,red\n");
    const { output } = await importInto(folder, folder.file("tags.csv"));
    expect(output).toMatch(/^line 1: colour: a tag has no such field\n[^\n]*\n$/);
  });

  test("of all pages of a list takes several files, and names the one with a mistake", async () => {
    await using folder = await createFolder();
    const write = (page: number, addedWhen: unknown = 1) => {
      const tags = [{ id: `T${page}`, added_when: addedWhen }];
      const body = { tags, limit: 1, page, count: 2, page_count: 2 };
      writeFileSync(folder.file(`${page}.json`), JSON.stringify(body));
      return folder.file(`${page}.json`);
    };
    const one = write(1);
    const alone = await importInto(folder, one);
    expect(alone.code).toBe(1);
    expect(alone.output).toMatch(
      /^line 1, column 80: page_count: the list has 2 pages; missing: 2; give the files of all pages, or --force$/m,
    );
    expect((await importInto(folder, one, "--force", "--dry-run")).code).toBe(0);
    const wrong = await importInto(folder, one, write(2, "soon"));
    expect(wrong.code).toBe(1);
    expect(wrong.output).toMatch(/^\S+2\.json: line 1, column 10: tag T2: added_when: expected /m);
    expect(wrong.output).toMatch(/^2 files: 1 mistake; nothing was imported$/m);
    const { output } = await importInto(folder, one, write(2));
    expect(output).toMatch(/^100%: 2 records, .*\nImported 2 tags/m);
  });

  test("shows no control characters of the file", async () => {
    await using folder = await createFolder();
    const text = "\u001b]0;title\u0007\u009b31m\u202e\n\u2028";
    writeFileSync(folder.file("tags.ndjson"), JSON.stringify({ id: text, [text]: 1 }));
    const { output } = await importInto(folder, folder.file("tags.ndjson"));
    expect(output).toContain(
      "line 1, column 1: tag \\u001b]0;title\\u0007\\u009b31m\\u202e\\u000a\\u2028: \\u001b]0;",
    );
    expect(output).not.toMatch(/[^\n\P{Cc}]|[\u2028\u202e]/u);
  });

  test("with --dry-run creates no file", async () => {
    await using folder = await createFolder();
    const { output } = await importInto(folder, writeTags(folder, 3), "--dry-run");
    expect(output).toContain("Would import 3 tags");
    expect(existsSync(folder.file("registry.db"))).toBe(false);
  });
});

describe.each(storeKinds)("an export from $name", ({ createPlace }) => {
  test("of a project that does not exist leaves the old file, and says which there are", async () => {
    await using folder = await createFolder();
    await using place = await createPlace();
    const run = (...argv: readonly string[]) => command(place.address, ...argv);
    await run("import", writeTags(folder, 3), "--project", "7");
    await run("key", "create", "--project", "3");
    writeFileSync(folder.file("old.json"), "old");
    for (const [file, ...only] of [["old.json"], ["new.csv", "--only", "tags"]] as const) {
      const { code, output } = await run("export", folder.file(file), "--project", "9", ...only);
      expect(code).toBe(1);
      expect(output).toMatch(/^\S+ has no project 9 \(it has 3, 7\)\n$/);
    }
    expect(readFileSync(folder.file("old.json"), "utf8")).toBe("old");
    expect(readdirSync(folder.path).sort()).toEqual(["old.json", "tags.ndjson"]);
    // A project that has only a key yet is empty.
    const empty = await run("export", folder.file("old.json"), "--project", "3");
    expect(empty.code).toBe(0);
  });
});

describe.runIf(process.platform === "linux")("an export", () => {
  const createFiles = async (count: number) => {
    const folder = await createFolder();
    await importInto(folder, writeTags(folder, count));
    writeFileSync(folder.file("old.csv"), "old");
    return folder;
  };
  let few: Folder;
  beforeAll(async () => {
    few = await createFiles(3);
    return () => few[Symbol.asyncDispose]();
  });
  const settingsOf = (folder: Folder) => ({ REGISTRY_DB: folder.file("registry.db") });
  /** Runs `tapgraph registry export --project 7`, with `$export` in a line of the shell. */
  const runShell = (folder: Folder, line: string) => {
    const main = join(import.meta.dirname, "../../src/main.ts");
    const preload = join(import.meta.dirname, "../../src/preload.js");
    const start = `export="${process.execPath} --import ${preload} ${main} registry export --project 7 --only tags"`;
    const options = { folder: folder.path };
    return runProgram(
      ["/bin/bash", "--norc", "-c", `${start}; ${line}`],
      settingsOf(folder),
      options,
    );
  };
  const leftovers = (folder: Folder) =>
    readdirSync(folder.path).filter((name) => name.startsWith(".tapgraph-export-"));

  test("that does not fit on the disk leaves the old file, and one line", async () => {
    await using folder = await createFiles(3000);
    // Stands for a full disk: no file may be larger than 100 kB.
    await using run = await runShell(folder, "ulimit -f 100; $export old.csv");
    expect(await run.exit()).toBe(1);
    expect(run.output).toBe("old.csv: it would be too large; the old file is unchanged\n");
    expect(readFileSync(folder.file("old.csv"), "utf8")).toBe("old");
    expect(leftovers(folder)).toEqual([]);
  });

  test("to a standard output that is full says so in one line", async () => {
    await using run = await runShell(few, "$export - > /dev/full");
    expect(await run.exit()).toBe(1);
    expect(run.output).toMatch(/^standard output: ENOSPC[^\n]*\n$/);
  });

  test("that is stopped leaves the old file, and one line", async () => {
    await using folder = await createFiles(60_000);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      await using run = await runTapgraph(
        ["registry", "export", folder.file("old.csv"), "--project", "7", "--only", "tags"],
        settingsOf(folder),
      );
      const changes = watch(folder.path);
      while (leftovers(folder).length === 0) await once(changes, "change");
      changes.close();
      run.process.kill(signal);
      expect(await run.exit()).toBe(null);
      expect(run.process.signalCode).toBe(signal);
      expect(run.output).toBe(
        `${folder.file("old.csv")}: the export was stopped; the file is as it was\n`,
      );
      expect(readFileSync(folder.file("old.csv"), "utf8")).toBe("old");
      expect(leftovers(folder)).toEqual([]);
    }
  });

  test.each([
    ["$export - --format json"],
    ["$export /dev/stdout --format json"],
    ["mkfifo pipe; cat pipe & $export pipe --format json; wait"],
  ])("can go to a pipe: %s", async (line) => {
    await using run = await runShell(few, line);
    expect(await run.exit()).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ tags: [{ id: "T0" }, {}, {}] });
    expect(leftovers(few)).toEqual([]);
  });

  test("to /dev/stdout comes after what a file already has", async () => {
    const line =
      "{ echo before; $export /dev/stdout --format ndjson; } > to.txt; $export /dev/stdout --format ndjson >> to.txt; cat to.txt";
    await using run = await runShell(few, line);
    expect(await run.exit()).toBe(0);
    expect(run.stdout.split("\n").map((one) => one.slice(0, 10))).toEqual([
      "before",
      ...Array.from({ length: 2 }, () => ['{"id":"T0"', '{"id":"T1"', '{"id":"T2"']).flat(),
      "",
    ]);
  });

  test("to a reader that leaves is no failure", async () => {
    await using folder = await createFiles(3000);
    await using run = await runShell(folder, "set -o pipefail; $export - | head -c 9; exit $?");
    expect(await run.exit()).toBe(0);
    expect(run.output).toBe('{"tags":[');
  });
});

describe.each(storeKinds)("an import into $name", ({ name, createPlace }) => {
  /** Starts an import that stops when it is half done. */
  const stopHalfway = async (place: string, file: string) => {
    const run = await runTapgraph(["registry", "import", file, "--project", "7"], {
      ...{ REGISTRY_DB: place, NODE_OPTIONS: `--import=${stopAtHalf}` },
    });
    await run.waitFor(/^[5-9]0%/m);
    return run;
  };

  test("that is killed halfway leaves the old state intact", async () => {
    await using folder = await createFolder();
    await using place = await createPlace();
    const start = (file: string) => command(place.address, "import", file, "--project", "7");
    const more = writeTags(folder, 6_000, "new.ndjson");
    expect((await start(writeTags(folder, 500))).code).toBe(0);
    const read = async () => {
      await using store = await openStore(place.address);
      return await dump(store, 7);
    };
    const before = await read();
    await using run = await stopHalfway(place.address, more);
    expect(await read()).toBe(before);
    run.process.kill("SIGKILL");
    await run.exit();
    expect(run.output).not.toContain("Imported");
    expect(await read()).toBe(before);
    if (name === "SQLite") {
      expect(await place.query("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    }
    expect((await start(more)).output).toMatch(/Imported 6,000 tags/);
  });

  test("keeps no key alive that leaks and is revoked meanwhile", async () => {
    await using folder = await createFolder();
    await using place = await createPlace();
    await command(place.address, "import", writeTags(folder, 3), "--project", "7");
    const key = await createKey(place.address);
    await using stack = new AsyncDisposableStack();
    const store = stack.use(await openStore(place.address));
    const registry = stack.use(await startRegistry({ store, host: "127.0.0.1", port: 0 }));
    const settings = readSettings({ REGISTRY_DB: place.address, ...patient, PORT: "0" });
    const log = createLogger("silent");
    const embedded = await reachRegistry(settings, log, stack);
    const gateway = stack.use(await startGateway(settings, log, embedded));
    const ask = async () => {
      const rest = await fetch(`${registry.url}/api/v1/tags?key=${key}`);
      const query = { query: "{ tags(first: 1) { totalCount } }" };
      const { data, errors } = await post(`${gateway.url}/graphql`, query, { "x-api-key": key });
      return [rest.status, errors?.[0]?.extensions.code ?? data.tags.totalCount];
    };
    expect(await ask()).toEqual([200, 3]);
    await using run = await stopHalfway(place.address, writeTags(folder, 6_000, "new.ndjson"));
    const list = async () => (await command(place.address, "key", "list")).stdout;
    const [, id = ""] = /^([0-9a-f]{12}) .* desk$/m.exec(await list()) ?? [];
    expect((await command(place.address, "key", "revoke", id)).code).toBe(0);
    expect(await ask()).toEqual([401, "UNAUTHENTICATED"]);
    run.process.kill("SIGCONT");
    await run.waitFor(/Imported 6,000 tags/);
    expect(await run.exit()).toBe(0);
    expect(await ask()).toEqual([401, "UNAUTHENTICATED"]);
    expect(await list()).not.toContain(id);
  });
});

describe.each(storeKinds)("a registry that is copied from a file to $name", ({ createPlace }) => {
  test("gives the same responses to the same key", async () => {
    await using folder = await createFolder();
    await using place = await createPlace();
    const from = folder.file("registry.db");
    await importInto(folder, writeTags(folder, 300));
    const key = await createKey(from);
    const read = async (address: string) => {
      await using store = await openStore(address);
      await using registry = await startRegistry({ store, host: "127.0.0.1", port: 0 });
      const path = `/api/v1/tags?limit=100&page=2&key=${key}`;
      return await (await fetch(registry.url + path)).text();
    };
    const response = await read(from);
    const counts =
      /^Copied 1 project, 300 tags, 0 terminals, 0 structures and 1 key in [\d.]+ s\.$/m;
    const copied = await command(from, "copy", from, place.address);
    expect(copied).toMatchObject({ code: 0, output: expect.stringMatching(counts) });
    expect(await read(place.address)).toBe(response);
    const again = await command(from, "copy", from, place.address);
    expect(again.code).toBe(1);
    expect(again.output).toMatch(
      /^\S+ is not empty; a registry can be copied only into an empty one\n$/,
    );
  });
});

describe.each(storeKinds)("a missing table in $name", ({ createPlace }) => {
  test.each([[[]], [["key", "list"]]])("is reported in one line: %j", async (argv) => {
    await using place = await createPlace();
    await (await openStore(place.address))[Symbol.asyncDispose]();
    await place.query("DROP TABLE key");
    const { code, output } = await command(place.address, ...argv);
    expect(code).toBe(1);
    expect(output).toMatch(/^\S+: .*table.*\n$/);
  });
});

test.runIf(process.platform === "linux")(
  "the process list does not show the password of a copy's command line",
  async () => {
    const connected = Promise.withResolvers<void>();
    await using database = await startTcpServer(() => connected.resolve());
    await using folder = await createFolder();
    const address = `postgres://me:s3cret@127.0.0.1:${database.port}/db`;
    await using run = await runTapgraph(["registry", "copy", address, folder.file("a.db")]);
    await connected.promise;
    const name = readFileSync(`/proc/${run.process.pid}/cmdline`, "utf8").replaceAll("\0", "");
    expect(name).toBe("tapgraph registry copy");
  },
);

describe("in one line is refused", () => {
  const refusal = async (argv: readonly string[], place: string) => {
    const { code, output } = await command(place, ...argv);
    expect(code).toBe(1);
    return output.trimEnd();
  };

  let folder: Folder;
  beforeAll(async () => {
    folder = await createFolder();
    writeTags(folder, 1);
    await (await openStore(folder.file("a.db")))[Symbol.asyncDispose]();
    return () => folder[Symbol.asyncDispose]();
  });
  const resolve = (argv: readonly string[]) =>
    argv.map((word) =>
      word
        .replace("{file}", folder.file("tags.ndjson"))
        .replace("{db}", folder.file("a.db"))
        .replace("{unreachable}", unreachable),
    );
  const unreachable = "postgres://me:s3cret%2Fword@127.0.0.1:1/registry?password=s3cret";

  test.each([
    [],
    ["import", "{file}", "--project", "1"],
    ["export", "-", "--project", "1"],
    ["key", "create", "--project", "1"],
    ["key", "list"],
    ["key", "revoke", "abc"],
    ["copy", "{unreachable}", "b.db"],
    ["copy", "{db}", "{unreachable}"],
  ])("%s %s %s: a database that cannot be reached, without its password", async (...argv) => {
    expect(await refusal(resolve(argv), unreachable)).toBe(
      "postgres://me@127.0.0.1:1/registry: it cannot be reached (is it running there?)",
    );
  });

  test.each([
    ["import", "{file}", "--project", "1"],
    ["key", "create", "--project", "1"],
    ["copy", "{db}", ":memory:"],
    ["copy", "{db}", "file:x?mode=memory&cache=shared"],
  ])("%s %s …: a registry in memory, where all would be lost", async (...argv) => {
    expect(await refusal(resolve(argv), ":memory:")).toMatch(
      /^tapgraph registry \w+: what is written to \S+ would be lost at once; name a file or a database \(REGISTRY_DB\)$/,
    );
  });

  test.each<[argv: readonly string[], message: string, place?: string]>([
    [["serve"], "unknown command"],
    [["--latency", "soon"], "--latency takes a number from 0 to 600000"],
    [["--fail", "101"], "--fail takes a number from 0 to 100"],
    [["--drift", "5"], "requires --sample"],
    [["--sample", "--drift", "-1"], "tapgraph registry: --drift requires a value"],
    [["--sample", "--drift=-1"], "tapgraph registry: --drift takes a number from 0 to 1000"],
    [["--colour"], "--colour"],
    [["import", "tags.csv"], "tapgraph registry import: --project N is required"],
    [["export", "tags.csv"], "tapgraph registry export: --project N is required"],
    [["import", "tags.csv", "--project", "x"], "--project takes a whole number"],
    [["import", ".", "--project", "1"], ". is not a file"],
    [["export", "tags.txt", "--project", "1"], "--format json|ndjson|csv"],
    [
      ["export", "tags.csv", "--project", "1", "--format", "xml"],
      "--format takes json, ndjson or csv",
    ],
    [
      ["import", "tags.csv", "--project", "--dry-run"],
      "tapgraph registry import: --project requires a value",
    ],
    [["import", "none.csv", "--project", "1"], "there is no such file"],
    [["import"], "usage:"],
    [["import", "a.csv", "none.csv", "--project", "1"], "a.csv: there is no such file"],
    [["export", "all.csv", "--project", "1"], "--only tags or --only terminals"],
    [["export", "all.json", "--project", "1"], "there is no such file", "none.db"],
    [["export", "all.json", "--project", "1"], "a.db has no project 1 (it has none)"],
    [["export", "tags.json", "--project", "1", "--only", "tag"], "--only takes tags or terminals"],
    [["export", "a.json", "b.json", "--project", "1"], "usage:"],
    [["import", "{file}", "--project", "1", "--structure", "tags"], "--structure takes tag or"],
    [["import", "{file}", "--project", "1", "--separator", "tab"], "--separator is for CSV files"],
    [
      ["import", "{file}", "--project", "1", "--format", "csv", "--separator", "|"],
      '--separator takes ",", ";" or tab',
    ],
    [["copy", "a.db"], "usage:"],
    [["copy", "none.db", "b.db"], "none.db: there is no such file"],
    [["copy", "mysql://me:pass@host/db", "b.db"], "expected a file, or an address such as"],
    [["key"], "usage:"],
    [["key", "create"], "tapgraph registry key create: --project N is required"],
    [["key", "create", "--project", "-1"], "key create: --project requires a value"],
    [["key", "create", "--name", "--project", "1"], "key create: --name requires a value"],
    [["key", "create", "--project", "1", "desk"], "usage:"],
    [["key", "list", "desk"], "usage:"],
    [["key", "revoke"], "usage:"],
    [["key", "revoke", "abc", "def"], "usage:"],
    [["key", "revoke", "abc"], "a.db has no key abc (see tapgraph registry key list)"],
  ])("%j", async (argv, message, place = "a.db") => {
    const told = await refusal(resolve(argv), folder.file(place));
    expect(told.split("\n")).toEqual([expect.stringContaining(message)]);
  });
});

test("a key in a read-only file is refused in one line", async () => {
  await using folder = await createOpenFolder();
  await (await openStore(folder.file("registry.db")))[Symbol.asyncDispose]();
  using _ = makeReadOnly(folder, "registry.db");
  const { output } = await command(folder.file("registry.db"), "key", "create", "--project", "1");
  expect(output).toMatch(/^\S+registry\.db: it cannot be written[^\n]*\n$/);
});

test("the list of keys shows no control characters of their names", async () => {
  await using folder = await createFolder();
  const place = folder.file("registry.db");
  const name = "desk\u001b[2J\u0007\r\nfaked";
  await command(place, "key", "create", "--project", "7", "--name", name);
  const { output } = await command(place, "key", "list");
  expect(output).toMatch(/ desk\\u001b\[2J\\u0007\\u000d\\u000afaked\n$/);
  expect(output.trimEnd().split("\n")).toHaveLength(2);
});

test.each<readonly [string, (file: string) => void, RegExp]>([
  ["no database", (file) => writeFileSync(file, "hello ".repeat(200)), /: it is not a database\n$/],
  ["a folder", (file) => mkdirSync(file), /: it cannot be opened.*\n$/],
])("a file that cannot be served is reported in one line: %s", async (_, create, message) => {
  await using folder = await createFolder();
  create(folder.file("registry.db"));
  const { code, output } = await command(folder.file("registry.db"));
  expect(code).toBe(1);
  expect(output.trimEnd().split("\n")).toHaveLength(1);
  expect(output).toMatch(message);
});
