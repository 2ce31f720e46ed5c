import { createHash } from "node:crypto";
import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFolder, replaceFile } from "../../support/folder.ts";
import { post, startGatewayWith } from "../../support/gateway.ts";
import { createKeysFile, createToken } from "../../support/keys-file.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { createMcpCaller } from "../../support/mcp.ts";
import { type SampleRegistry, startSampleRegistry } from "../../support/real-registry.ts";

let registry: SampleRegistry;
beforeAll(async () => {
  registry = await startSampleRegistry();
});
afterAll(() => registry[Symbol.asyncDispose]());

type Level = "info" | "warn" | "error";

/** Starts a gateway with a manifest of these documents. */
async function start(
  documents: readonly string[],
  settings: Readonly<Record<string, string>> = {},
) {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await createFolder());
  const path = folder.file("operations.json");
  writeFileSync(path, toManifest(documents));
  const lines: (readonly [Level, string, object])[] = [];
  const add = (level: Level) => (fields: object, message: string) => {
    if (/PERSISTED_OPERATIONS/.test(message)) lines.push([level, message, fields]);
  };
  const log = { debug: () => {}, info: add("info"), warn: add("warn"), error: add("error") };
  const clock = new ManualClock();
  const gateway = stack.use(
    await startGatewayWith(
      { ...registry, [Symbol.asyncDispose]: async () => {} },
      { settings: { PERSISTED_OPERATIONS: path, ...settings }, clock, log },
    ),
  );
  return {
    ...{ gateway, folder, path, lines, clock },
    write: (...documents: readonly string[]) => replaceFile(path, toManifest(documents)),
    /** Lets seconds pass by twos until there are these addresses. */
    async until(...names: readonly string[]) {
      const pass = () => {
        clock.advance(2_000);
        return namesAt(gateway.url);
      };
      await expect.poll(pass).toEqual(names);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function toManifest(documents: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(documents.map((text) => [hash(text), text])));
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function read(url: string) {
  return JSON.parse(await (await fetch(url)).text());
}

async function namesAt(url: string): Promise<readonly string[]> {
  const { addresses } = await read(`${url}/q`);
  return addresses.map(({ name }: { readonly name: string }) => name);
}

const one = "query One { project { projectId } }";
const two = "query Two { project { id } }";
const described = (name: string) => `"Described" query ${name} { project { projectId } }`;
const ok = "tapgraph_persisted_operations_ok";

test("the file is read again when it is renamed over, written in place, or mounted anew", async () => {
  await using world = await start([one]);
  const { folder, path, write, until, lines } = world;
  write(two);
  await until("Two");
  for (const [name, text] of [
    ["first", one],
    ["second", two],
  ] as const) {
    writeFileSync(folder.file(name), toManifest([text]));
    // As Kubernetes does.
    symlinkSync(folder.file(name), folder.file("data.new"));
    renameSync(folder.file("data.new"), folder.file("data"));
    if (name === "first") {
      symlinkSync("data", folder.file("link"));
      renameSync(folder.file("link"), path);
    }
    await until(name === "first" ? "One" : "Two");
  }
  expect(lines).toEqual([]);
  // It may be seen half written, and then once more.
  writeFileSync(path, toManifest([one, two]));
  await until("One", "Two");
});

test.each<readonly [what: string, make: (path: string) => void, mistake: RegExp]>([
  ["is no JSON", (path) => writeFileSync(path, "{"), /^the manifest is not JSON$/],
  ["is empty", (path) => writeFileSync(path, ""), /^the manifest is not JSON$/],
  ["is missing", (path) => rmSync(path), /cannot be read \(ENOENT\)$/],
  [
    "does not match the schema",
    (path) => replaceFile(path, toManifest(["query A { b }"])),
    /^A \(.*\): Cannot query field "b"/,
  ],
  [
    "gives two tools one name",
    (path) => {
      const noTool =
        '"Described" query Filtered($v: TagFilter) { tags(filter: $v) { totalCount } }';
      replaceFile(path, toManifest([noTool, described("Same"), `${described("Same")} `]));
    },
    /^two tools have the name Same: "Described" and "Described"$/,
  ],
])(
  "a file that %s is refused with one line, and the last good one stays in force",
  async (_, make, mistake) => {
    await using world = await start([described("One")], { MCP: "true", PERSISTED_ONLY: "true" });
    const { gateway, path, lines, clock, write, until } = world;
    expect(await gateway.figure(ok)).toBe(1);
    make(path);
    clock.advance(2_000);
    await expect.poll(() => gateway.figure(ok)).toBe(0);
    for (let looks = 0; looks < 3; looks += 1) await until("One");
    expect((await gateway.query(described("One"))).data).toEqual({ project: { projectId: "1" } });
    write(two);
    await until("Two");
    expect(await gateway.figure(ok)).toBe(1);
    expect(lines).toEqual([
      [
        "error",
        "PERSISTED_OPERATIONS is broken: what it said before stays in force",
        { file: path, mistakes: [expect.stringMatching(mistake)] },
      ],
      ["info", "PERSISTED_OPERATIONS is in order again", { file: path }],
    ]);
  },
);

test("what is added runs and what is removed does not, however it is asked for and by whom", async () => {
  const [free, bound] = [createToken(), createToken()];
  await using keys = await createKeysFile(
    { main: registry.key },
    { [free]: { key: "main" }, [bound]: { key: "main", only: "registered" } },
  );
  await using world = await start([one], { KEYS_FILE: keys.path, PERSISTED_ONLY: "true" });
  const { gateway, write, until } = world;
  const ask = async (document: string) => {
    const id = hash(document);
    const bodies = [
      { extensions: { persistedQuery: { version: 1, sha256Hash: id } } },
      { documentId: `sha256:${id}`, query: document },
    ];
    const short: readonly Readonly<Record<string, string>>[] = [
      { query: document },
      { documentId: id },
    ];
    const asked = [free, bound].flatMap((key) => [
      ...[...bodies, ...short].map((body) =>
        post(`${gateway.url}/graphql`, body, { "x-api-key": key }),
      ),
      ...short.map((body) => get(`/graphql?${new URLSearchParams(body)}`, key)),
      get(`/q/${/query (\w+)/.exec(document)?.[1]}`, key),
    ]);
    const answers = await Promise.all(asked);
    return new Set(answers.map(({ status, codes = [] }) => [status, ...codes].join(" ")));
  };
  const get = async (path: string, key: string) => {
    const response = await fetch(`${gateway.url}${path}`, { headers: { "x-api-key": key } });
    const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
    const codes = errors?.map(({ extensions }) => extensions.code);
    return { status: response.status, codes };
  };
  const refused = new Set([
    "400 QUERY_NOT_IN_SAFELIST",
    "400 PERSISTED_QUERY_NOT_IN_LIST",
    "404 NOT_FOUND",
  ]);
  for (const [added, removed] of [
    [one, two],
    [two, one],
    [one, two],
  ] as const) {
    write(added);
    await until(added === one ? "One" : "Two");
    for (let times = 0; times < 4; times += 1) {
      expect(await ask(added)).toEqual(new Set(["200"]));
      expect(await ask(removed)).toEqual(refused);
    }
  }
});

test("tools, the explorer and the document follow", async () => {
  await using world = await start([one], {
    EXPLORER: "true",
    MCP: "true",
    MCP_TOOLS: "registered",
  });
  const { gateway, write, until, lines, clock } = world;
  const { url } = gateway;
  const mcp = createMcpCaller(url, registry.key);
  const see = async () => ({
    tools: (await mcp.send("tools/list")).json.result.tools.map(
      ({ name }: { readonly name: string }) => name,
    ),
    operations: Object.values(await read(`${url}/explorer/operations.json`)),
    has: (await read(`${url}/explorer/config.json`)).hasRegistered,
    paths: Object.keys((await read(`${url}/q/openapi.json`)).paths),
  });
  const builtIn = (await see()).tools;
  expect(await see()).toEqual({ tools: builtIn, operations: [one], has: true, paths: ["/q/One"] });
  write(described("Told"));
  await until("Told");
  expect(await see()).toEqual({
    tools: [...builtIn, "Told"],
    operations: [described("Told")],
    has: true,
    paths: ["/q/Told"],
  });
  expect((await mcp.call("Told")).json).toEqual({ project: { projectId: "1" } });
  write();
  await until();
  expect(await see()).toEqual({ tools: builtIn, operations: [], has: false, paths: [] });
  expect((await mcp.send("tools/call", { name: "Told", arguments: {} })).json.error).toMatchObject({
    code: -32602,
  });
  write("{ project { id } }", one, `${one} `);
  const pass = () => {
    clock.advance(2_000);
    return lines;
  };
  await expect
    .poll(pass)
    .toEqual([
      [
        "warn",
        "PERSISTED_OPERATIONS: these operations have no address: an operation without a name, One (it occurs 2 times)",
        {},
      ],
    ]);
});

test("a stream and a file that have begun go on", async () => {
  const changes = "subscription Changes { changes { kind } }";
  const all = "query All { tags { nodes { name description } } }";
  await using world = await start([changes, all], { PERSISTED_ONLY: "true" });
  const { gateway, write, until, clock } = world;
  await using stream = await gateway.subscribe(changes);
  const file = await fetch(`${gateway.url}/q/All.csv`, { headers: { "x-api-key": registry.key } });
  write(two);
  await until("Two");
  expect((await file.text()).trimEnd().split("\r\n").length).toBeGreaterThan(2_500);
  expect((await gateway.query(all)).codes).toEqual(["QUERY_NOT_IN_SAFELIST"]);
  await registry.remove("tag", 1);
  clock.advance(60_000);
  expect(await stream.next()).toHaveProperty("data.changes");
});
