import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { heapLimit } from "../src/heap-limit.ts";
import {
  findStrayNames,
  readSettings,
  type Setting,
  SettingsError,
  settingTable,
} from "../src/settings.ts";
import { createFolder } from "./support/folder.ts";

function mistakesOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split("\n");
    throw error;
  }
}

describe("settings", () => {
  test("an empty environment has the documented defaults", () => {
    expect(readSettings({})).toMatchObject({
      HOST: "127.0.0.1",
      PORT: 4000,
      REGISTRY_URL: undefined,
      REGISTRY_MAX_LIMIT: "auto",
      REGISTRY_TIMEOUT_MS: 5000,
      REQUEST_DEADLINE_MS: 15_000,
      REGISTRY_MAX_CONNECTIONS: 256,
      REGISTRY_TIMESTAMP_UNIT: "auto",
      REGISTRY_BAD_KEY_STATUS: [401, 403],
      ADDITIONAL_DATA_LINKS: [],
      CACHE_TTL_SECONDS: 0,
      SNAPSHOT_TTL_SECONDS: 30,
      SNAPSHOT_MAX_BYTES: Math.floor(Math.min(256 * 1024 * 1024, heapLimit() / 6)),
      MAX_SCAN_RECORDS: 200_000,
      MAX_SUBSCRIPTIONS: 10_000,
      CHANGES_POLL_SECONDS: 10,
      MAX_PAGE_SIZE: 1000,
      MAX_REGISTRY_CALLS: 600,
      CORS_ORIGINS: [],
      INTROSPECTION: true,
      EXPLORER: "true",
      FEDERATION: false,
      LOG_LEVEL: "info",
    });
  });

  test("an empty value counts as unset", () => {
    expect(readSettings({ PORT: "", REGISTRY_URL: " " })).toMatchObject({
      PORT: 4000,
      REGISTRY_URL: undefined,
    });
  });

  test.each([
    [96, 16],
    [4_000, 256],
  ])("with a heap of %i MiB, snapshots may take %i MiB", (heapMiB, mebibytes) => {
    const program = `import { readSettings } from "${join(import.meta.dirname, "../src/settings.ts")}";
      console.log(Math.round(readSettings({}).SNAPSHOT_MAX_BYTES / 2 ** 20));`;
    const run = (flags: readonly string[], NODE_OPTIONS: string) =>
      execFileSync(process.execPath, [...flags, "--input-type=module", "-e", program], {
        env: { ...process.env, NODE_OPTIONS },
      });
    const flag = `--max-old-space-size=${heapMiB}`;
    const quoted = `--max-old-space-size="${heapMiB}"`;
    for (const output of [
      run([flag], "--max_old_space_size=1000"),
      run([], flag),
      run([], quoted),
      run([], `--max-old-space-size=0${heapMiB}`),
    ]) {
      expect(output.toString().trim()).toBe(String(mebibytes));
    }
  });

  test("an old space of 0 stands for V8's default", () => {
    const program = `import { heapLimit } from "${join(import.meta.dirname, "../src/heap-limit.ts")}";
      import { getHeapStatistics } from "node:v8";
      console.log(heapLimit() === getHeapStatistics().heap_size_limit);`;
    const output = execFileSync(
      process.execPath,
      ["--max-old-space-size=0", "--input-type=module", "-e", program],
      { env: { ...process.env, NODE_OPTIONS: "--max-old-space-size=96" } },
    );
    expect(output.toString().trim()).toBe("true");
  });

  test("every mistake is reported in a separate line, with the setting and what was expected", () => {
    expect(mistakesOf({ PORT: "x", EXPLORER: "playground", CACHE_TTL_SECONDS: "-1" })).toEqual([
      'PORT: "x" is not a whole number from 0 to 65535',
      'CACHE_TTL_SECONDS: "-1" is not a number from 0 to 86400',
      'EXPLORER: "playground" is not one of true, sandbox, false',
    ]);
  });

  test.each([
    ["a name that is not an address", "registry"],
    ["a different protocol", "ftp://registry.example"],
    ["a key in the query", "http://registry.example/?key=s3cret"],
    ["a user and a password", "http://user:s3cret@registry.example"],
    ["the path of the interface", "http://registry.example/api/v1"],
  ])("REGISTRY_URL refuses %s and does not repeat it", (_, address) => {
    const [mistake, ...more] = mistakesOf({ REGISTRY_URL: address });
    expect(mistake).toMatch(/^REGISTRY_URL: /);
    expect(mistake).not.toContain("s3cret");
    expect(more).toEqual([]);
  });

  test.each([
    "postgres://user:s3cret@host/registry",
    "postgresql://host/registry",
    "./data/registry.db",
    "/srv/a:b@c/registry.db",
    "C:\\data\\registry.db",
  ])("REGISTRY_DB takes %s", (place) => {
    expect(readSettings({ REGISTRY_DB: place }).REGISTRY_DB).toBe(place);
  });

  test.each(["postgre://user:s3cret@host/db", "postgres:user:s3cret@host", "user:s3cret@host/db"])(
    "REGISTRY_DB refuses %s, which is neither a file nor an address, and does not repeat it",
    (place) => {
      const [mistake, ...more] = mistakesOf({ REGISTRY_DB: place });
      expect(mistake).toMatch(/^REGISTRY_DB: expected a file, or an address/);
      expect(mistake).not.toContain("s3cret");
      expect(more).toEqual([]);
    },
  );

  test("REGISTRY_DB_FILE names a file to read REGISTRY_DB from", async () => {
    await using folder = await createFolder();
    const file = folder.file("secret");
    writeFileSync(file, "postgres://user:s3cret@host/registry\n");
    const settings = readSettings({ REGISTRY_DB_FILE: file });
    expect(settings.REGISTRY_DB).toBe("postgres://user:s3cret@host/registry");
    expect(mistakesOf({ REGISTRY_DB_FILE: file, REGISTRY_DB: "a.db" })).toEqual([
      "REGISTRY_DB: set this or REGISTRY_DB_FILE, not both",
    ]);
    expect(mistakesOf({ REGISTRY_DB_FILE: folder.file("none") })).toEqual([
      "REGISTRY_DB: the file that REGISTRY_DB_FILE names cannot be read",
    ]);
    writeFileSync(file, "mysql://user:s3cret@host/registry");
    expect(mistakesOf({ REGISTRY_DB_FILE: file }).join()).not.toContain("s3cret");
  });

  test.each([
    ["nothing", ""],
    ["an empty line", "\r\n"],
    ["two lines", "postgres://user:s3cret@host/registry\nother\n"],
    ["bytes that are not text", Buffer.from([0xff, 0x00, 0x01])],
  ])("REGISTRY_DB_FILE refuses a file that holds %s", async (_, held) => {
    await using folder = await createFolder();
    writeFileSync(folder.file("secret"), held);
    expect(mistakesOf({ REGISTRY_DB_FILE: folder.file("secret") })).toEqual([
      "REGISTRY_DB: the file that REGISTRY_DB_FILE names must hold one line",
    ]);
  });

  test("CACHE_URL needs a secret, and no error repeats either", async () => {
    const url = "rediss://user:s3cret-password@store:6379/2";
    const secret = "s3cret-of-the-fleet-0123456789-ab";
    expect(readSettings({ CACHE_URL: url, CACHE_SECRET: secret })).toMatchObject({
      CACHE_URL: url,
      CACHE_SECRET: secret,
    });
    expect(mistakesOf({ CACHE_URL: url })).toEqual([
      "CACHE_SECRET: it is required with CACHE_URL, and must be the same for all gateways that share",
    ]);
    expect(mistakesOf({ CACHE_URL: url, CACHE_SECRET: secret.slice(0, 31) })).toEqual([
      "CACHE_SECRET: expected 32 characters or more, found 31",
    ]);
    const wrong = [
      "http://:s3cret@h",
      "s3cret",
      "redis://",
      "redis://h/s3cret",
      "redis://h?x=s3cret",
    ];
    for (const one of [...wrong, "redis://%s3cret@h", "redis://:%E0%A4%A@h/s3cret"]) {
      const mistakes = mistakesOf({ CACHE_URL: one, CACHE_SECRET: secret });
      expect(mistakes).toEqual([expect.stringMatching(/^CACHE_URL: expected/)]);
      expect(mistakes.join()).not.toContain("s3cret");
    }
    expect(mistakesOf({ CACHE_URL: "redis://:50%@h", CACHE_SECRET: secret })).toEqual([
      expect.stringContaining("special characters in the password percent-encoded"),
    ]);
    await using folder = await createFolder();
    writeFileSync(folder.file("url"), `${url}\n`);
    writeFileSync(folder.file("secret"), `${secret}\n`);
    const files = { CACHE_URL_FILE: folder.file("url"), CACHE_SECRET_FILE: folder.file("secret") };
    expect(readSettings(files)).toMatchObject({ CACHE_URL: url, CACHE_SECRET: secret });
  });

  test.each([
    ["valkey://:pw@store:6379", "redis://:pw@store:6379"],
    ["valkeys://store/2", "rediss://store/2"],
  ])("CACHE_URL may begin as the server's own tools write it: %s", (given, expected) => {
    const settings = readSettings({ CACHE_URL: given, CACHE_SECRET: "x".repeat(32) });
    expect(settings.CACHE_URL).toBe(expected);
  });

  test("a variable that is one letter from a setting is told, and no other", () => {
    const strays = ["REGISTRY_URI", "LOG_LEVE", "CACHE_URLS", "METRICS_PROT", "https_prxy"];
    const others = ["PORTS", "SORT", "HOSTS", "REGISTRY_PORT_80_TCP", "FTP_PROXY", "no_proxy"];
    const names = [...strays, ...others, "CACHE_URL_FILE", "OTEL_SERVICE_NAME", "NODE_OPTIONS"];
    const environment = Object.fromEntries(names.map((name) => [name, "x"]));
    const meant = ["REGISTRY_URL", "LOG_LEVEL", "CACHE_URL", "METRICS_PORT", "https_proxy"];
    expect(findStrayNames(environment)).toEqual(
      strays.map((name, at) => `${name} is no setting: did you mean ${meant[at]}?`),
    );
  });

  test("HTTPS_PROXY can hold a password, which no error repeats", () => {
    const address = "http://user:secret@proxy.example:3128/";
    expect(readSettings({ HTTPS_PROXY: address }).HTTPS_PROXY).toBe(address);
    const [mistake] = mistakesOf({ HTTPS_PROXY: "user:secret@proxy.example" });
    expect(mistake).toMatch(/^HTTPS_PROXY: /);
    expect(mistake).not.toContain("secret");
  });

  test("the proxy variables are read in either letter case, upper case first", () => {
    const lower = { https_proxy: "http://a:1/", http_proxy: "http://b:1/", no_proxy: "c" };
    expect(readSettings({ ...lower, HTTP_PROXY: "http://d:1/", log_level: "no" })).toMatchObject({
      HTTPS_PROXY: "http://a:1/",
      HTTP_PROXY: "http://d:1/",
      NO_PROXY: "c",
      LOG_LEVEL: "info",
    });
  });

  test("OTEL_EXPORTER_OTLP_ENDPOINT is an address, which no error repeats", () => {
    const { OTEL_EXPORTER_OTLP_ENDPOINT } = readSettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318/",
    });
    expect(OTEL_EXPORTER_OTLP_ENDPOINT).toBe("http://localhost:4318");
    const [mistake] = mistakesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: "user:secret@collector" });
    expect(mistake).toMatch(/^OTEL_EXPORTER_OTLP_ENDPOINT: /);
    expect(mistake).not.toContain("secret");
  });

  test("every example is a value that its setting takes", () => {
    const settings = Object.entries<Setting>(settingTable);
    const examples = settings.flatMap(([name, { example }]) =>
      example === undefined ? [] : [[name, example]],
    );
    expect(examples.length).toBeGreaterThan(0);
    for (const [name = "", example = ""] of examples) {
      const secret = { CACHE_SECRET: "0123456789abcdef0123456789abcdef" };
      const jwts = {
        JWT_ISSUER: "i",
        JWT_AUDIENCE: "a",
        JWT_JWKS_URL: "https://i",
        KEYS_FILE: "f",
      };
      expect(mistakesOf({ ...secret, ...jwts, [name]: example })).toEqual([]);
    }
  });

  test("REGISTRY_URL keeps its path without a trailing slash", () => {
    const { REGISTRY_URL } = readSettings({ REGISTRY_URL: "https://registry.example/nfc/" });
    expect(REGISTRY_URL).toBe("https://registry.example/nfc");
  });

  test("each link has a subject, an identifier and a target", () => {
    const { ADDITIONAL_DATA_LINKS } = readSettings({
      ADDITIONAL_DATA_LINKS: "tag.terminal_id=terminal.id, terminal.home.tag=tag.id",
    });
    expect(ADDITIONAL_DATA_LINKS).toEqual([
      { subject: "tag", identifier: "terminal_id", target: "terminal.id" },
      { subject: "terminal", identifier: "home.tag", target: "tag.id" },
    ]);
    expect(mistakesOf({ ADDITIONAL_DATA_LINKS: "tag.x=tag.name" })).toHaveLength(1);
  });
});
