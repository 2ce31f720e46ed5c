import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
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
      REGISTRY_URL: undefined,
      REGISTRY_MAX_LIMIT: "auto",
      REGISTRY_BAD_KEY_STATUS: [401, 403],
      ADDITIONAL_DATA_LINKS: [],
      MAX_MEMORY_BYTES: Math.floor(heapLimit() / 2),
      CORS_ORIGINS: [],
      INTROSPECTION: true,
      EXPLORER: "true",
    });
  });

  test("with a heap of 96 MiB, callers may take 48 MiB, however it is given", () => {
    const program = `import { readSettings } from "${join(import.meta.dirname, "../src/settings.ts")}";
      console.log(Math.round(readSettings({}).MAX_MEMORY_BYTES / 2 ** 20));`;
    const run = (flags: readonly string[], NODE_OPTIONS: string) =>
      execFileSync(process.execPath, [...flags, "--input-type=module", "-e", program], {
        env: { ...process.env, NODE_OPTIONS },
      });
    for (const output of [
      run(["--max-old-space-size=96"], "--max_old_space_size=1000"),
      run([], '--max-old-space-size="96"'),
      run([], "--max-old-space-size=096"),
    ]) {
      expect(output.toString().trim()).toBe("48");
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
    const mistaken = {
      PORT: "x",
      WORKERS: "1000",
      EXPLORER: "playground",
      CACHE_TTL_SECONDS: "-1",
    };
    expect(mistakesOf(mistaken)).toEqual([
      'PORT: "x" is not a whole number from 0 to 65535',
      'WORKERS: "1000" is not a whole number from 1 to 256',
      'CACHE_TTL_SECONDS: "-1" is not a number from 0 to 86400',
      'EXPLORER: "playground" is not one of true, sandbox, false',
    ]);
  });

  const others = { CACHE_SECRET: "0123456789abcdef0123456789abcdef" };

  test.each([
    ["REGISTRY_URL", "registry", "expected an address"],
    ["REGISTRY_URL", "ftp://registry.example", "expected an address"],
    ["REGISTRY_URL", "http://registry.example/?key=s3cret", "expected an address without"],
    ["REGISTRY_URL", "http://user:s3cret@registry.example", "expected an address without"],
    ["REGISTRY_URL", "http://registry.example/api/v1", "leave out /api/v1"],
    ["REGISTRY_DB", "postgre://user:s3cret@host/db", "expected a file, or an address"],
    ["REGISTRY_DB", "postgres:user:s3cret@host", "expected a file, or an address"],
    ["REGISTRY_DB", "user:s3cret@host/db", "expected a file, or an address"],
    ["CACHE_URL", "http://:s3cret@h", "expected an address"],
    ["CACHE_URL", "s3cret", "expected an address"],
    ["CACHE_URL", "redis://", "expected an address"],
    ["CACHE_URL", "redis://h/s3cret", "expected only a database number"],
    ["CACHE_URL", "redis://h?x=s3cret", "expected only a database number"],
    ["CACHE_URL", "redis://:%E0%A4%A@h/s3cret", "expected an address"],
    ["CACHE_URL", "redis://:s3cret50%@h", "expected an address such as"],
    ["CACHE_SECRET", "s3cret-of-the-fleet-0123456789-", "expected 32 characters or more, found 31"],
    ["HTTPS_PROXY", "user:s3cret@proxy.example", "expected an address"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "user:s3cret@collector", "expected an address"],
    ["ADDITIONAL_DATA_LINKS", "tag.x=tag.name", '"tag.x=tag.name" is not a link'],
  ])("%s refuses %s, and repeats no secret", (name, value, expected) => {
    const [mistake, ...more] = mistakesOf({ ...others, [name]: value });
    expect(mistake).toContain(`${name}: ${expected}`);
    expect(mistake).not.toContain("s3cret");
    expect(more).toEqual([]);
  });

  const links = "tag.terminal_id=terminal.id, terminal.home.tag=tag.id";
  test.each([
    ["PORT", "", 4000],
    ["REGISTRY_URL", " ", undefined],
    ["REGISTRY_URL", "https://registry.example/nfc/", "https://registry.example/nfc"],
    ["REGISTRY_DB", "postgres://user:s3cret@host/registry", undefined],
    ["REGISTRY_DB", "postgresql://host/registry", undefined],
    ["REGISTRY_DB", "/srv/a:b@c/registry.db", undefined],
    ["REGISTRY_DB", "C:\\data\\registry.db", undefined],
    ["CACHE_URL", "rediss://user:s3cret-password@store:6379/2", undefined],
    ["CACHE_URL", "valkey://:pw@store:6379", "redis://:pw@store:6379"],
    ["CACHE_URL", "valkeys://store/2", "rediss://store/2"],
    ["HTTPS_PROXY", "http://user:secret@proxy.example:3128/", undefined],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318/", "http://localhost:4318"],
    [
      "ADDITIONAL_DATA_LINKS",
      links,
      [
        { subject: "tag", identifier: "terminal_id", target: "terminal.id" },
        { subject: "terminal", identifier: "home.tag", target: "tag.id" },
      ],
    ],
  ] as const)("%s takes %j as it is, or as %j", (name, value, expected) => {
    const settings = readSettings({ ...others, [name]: value });
    expect(settings[name]).toEqual(expected ?? (value.trim() || undefined));
  });

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

  test("CACHE_URL needs a secret, and both can be in files", async () => {
    const url = "rediss://user:s3cret-password@store:6379/2";
    expect(mistakesOf({ CACHE_URL: url })).toEqual([
      "CACHE_SECRET: it is required with CACHE_URL, and must be the same for all gateways that share",
    ]);
    await using folder = await createFolder();
    writeFileSync(folder.file("url"), `${url}\n`);
    writeFileSync(folder.file("secret"), `${others.CACHE_SECRET}\n`);
    const files = { CACHE_URL_FILE: folder.file("url"), CACHE_SECRET_FILE: folder.file("secret") };
    expect(readSettings(files)).toMatchObject({ CACHE_URL: url, ...others });
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

  test("the proxy variables are read in either letter case, upper case first", () => {
    const lower = { https_proxy: "http://a:1/", http_proxy: "http://b:1/", no_proxy: "c" };
    expect(readSettings({ ...lower, HTTP_PROXY: "http://d:1/", log_level: "no" })).toMatchObject({
      HTTPS_PROXY: "http://a:1/",
      HTTP_PROXY: "http://d:1/",
      NO_PROXY: "c",
      LOG_LEVEL: "info",
    });
  });

  test("every example is a value that its setting takes", () => {
    const settings = Object.entries<Setting>(settingTable);
    const examples = settings.flatMap(([name, { example }]) =>
      example === undefined ? [] : [[name, example]],
    );
    expect(examples.length).toBeGreaterThan(0);
    for (const [name = "", example = ""] of examples) {
      const jwts = {
        JWT_ISSUER: "i",
        JWT_AUDIENCE: "a",
        JWT_JWKS_URL: "https://i",
        KEYS_FILE: "f",
      };
      expect(mistakesOf({ ...others, ...jwts, [name]: example })).toEqual([]);
    }
  });
});

describe("a file .env", () => {
  const mistakesIn = async (bytes: Buffer | string | null) => {
    await using folder = await createFolder();
    if (bytes === null) mkdirSync(folder.file(".env"));
    else writeFileSync(folder.file(".env"), bytes);
    const before = process.cwd();
    process.chdir(folder.path);
    try {
      return mistakesOf({});
    } finally {
      process.chdir(before);
    }
  };

  test("counts from its first line, even after a byte order mark", async () => {
    const mistake = 'PORT: "x" is not a whole number from 0 to 65535';
    expect(await mistakesIn("\ufeffPORT=x\r\n")).toEqual([mistake]);
  });

  test.each([
    ["that cannot be read", null, "it cannot be read"],
    ["in UTF-16", Buffer.from("\ufeffPORT=1", "utf16le"), "it is not UTF-8"],
    ["in UTF-16 without a byte order mark", Buffer.from("PORT=1", "utf16le"), "it is not UTF-8"],
    ["in Latin-1", Buffer.from("PORT=4000 # f\u00fcr uns", "latin1"), "it is not UTF-8"],
  ])("%s is a mistake", async (_, bytes, mistake) => {
    expect(await mistakesIn(bytes)).toEqual([`.env: ${mistake}`]);
  });
});
