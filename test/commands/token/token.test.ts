import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runToken } from "../../../src/commands/token/token.ts";
import { parseKeysFile } from "../../../src/gateway/keys/keys-file.ts";
import { readSettings } from "../../../src/settings.ts";
import { createFolder, type Folder } from "../../support/folder.ts";
import { hashToken } from "../../support/keys-file.ts";
import { type Ended, runCommand } from "../../support/run-command.ts";
import { runTapgraph } from "../../support/tapgraph.ts";

const key = "the-registry-key-s3cret";

async function run(argv: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  await using run = await runTapgraph(["token", ...argv], settings);
  const code = await run.exit();
  return { code, stdout: run.stdout, output: run.output };
}

/** Runs the command in this process, because starting another takes longer. */
function runHere(
  argv: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return runCommand(() => runToken(readSettings(settings), argv));
}

/** What a command is refused for, in the line that its user reads. */
async function refusalOf(
  argv: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, output } = await runHere(argv, settings);
  return code === 0 ? "not refused" : output.trimEnd();
}

/** A folder with a keys file of two keys and these tokens, after a byte order mark. */
async function createFile(tokens: object = {}): Promise<{ folder: Folder; path: string }> {
  const folder = await createFolder();
  const path = folder.file("keys.json");
  const keys = { shop: key, depot: "other" };
  writeFileSync(path, `\ufeff${JSON.stringify({ keys, tokens, warm: ["shop"] })}`);
  chmodSync(path, 0o640);
  return { folder, path };
}

function readTokens(path: string) {
  return parseKeysFile(readFileSync(path, "utf8")).tokens;
}

test("create shows a token once, and writes its hash, key, end and limit, with the mode kept", async () => {
  const { folder, path } = await createFile();
  await using _ = folder;
  const limits = ["--expires", "2999-01-01T00:00:00Z", "--only", "registered"];
  const argv = ["create", "--keys-file", path, "--key", "shop", ...limits];
  const { code, stdout, output } = await run(argv);
  const token = stdout.trim();
  expect([code, token]).toEqual([0, expect.stringMatching(/^tapgraph_[\w-]{43}$/)]);
  const expiresAt = Date.parse("2999-01-01T00:00:00Z");
  const entry = { keyName: "shop", expiresAt, onlyRegistered: true };
  expect([...readTokens(path)]).toEqual([[hashToken(token), entry]]);
  expect(readFileSync(path, "utf8")).not.toContain(token);
  expect(parseKeysFile(readFileSync(path, "utf8")).warm).toEqual([key]);
  expect(output).not.toContain(key);
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder.path)).toEqual(["keys.json"]);
});

test("commands that write at the same time lose nothing", async () => {
  const { folder, path } = await createFile();
  await using _ = folder;
  const runs = Array.from({ length: 3 }, () =>
    run(["create", "--keys-file", path, "--key", "depot"]),
  );
  const tokens = (await Promise.all(runs)).map(({ stdout }) => hashToken(stdout.trim()));
  expect([...readTokens(path).keys()].toSorted()).toEqual(tokens.toSorted());
});

test("a new file gets the key of TAPGRAPH_KEY, and only its owner may read it", async () => {
  await using folder = await createFolder();
  const path = folder.file("new.json");
  const argv = ["create", "--keys-file", path, "--key", "shop"];
  const refusal = await refusalOf(argv, { REGISTRY_URL: "http://127.0.0.1:9" });
  expect(refusal).toContain("set TAPGRAPH_KEY to the registry key");
  for (const words of [["list"], ["revoke", "abababab"]])
    expect(await refusalOf([...words, "--keys-file", path])).toMatch(/: there is no such file$/);
  expect(readdirSync(folder.path)).toEqual([]);
  await runHere(argv, { TAPGRAPH_KEY: key });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(parseKeysFile(readFileSync(path, "utf8")).keys.get("shop")).toBe(key);
});

test("a new file gets the key of the sample if there is no other registry", async () => {
  await using folder = await createFolder();
  const path = folder.file("new.json");
  await runHere(["create", "--keys-file", path, "--key", "shop"]);
  expect(parseKeysFile(readFileSync(path, "utf8")).keys.get("shop")).toBe("harbour-sample-key");
});

test("without a file, create prints the entry to paste", async () => {
  const { code, stdout } = await runHere(["create", "--key", "shop"]);
  const [token = "", entry = ""] = stdout.split("\n");
  expect(code).toBe(0);
  const file = `{ "keys": { "shop": "k" }, "tokens": { ${entry} } }`;
  expect([...parseKeysFile(file).tokens.keys()]).toEqual([hashToken(token)]);
});

test("list shows digits, keys' names and ends, and never a key or a whole hash", async () => {
  const { folder, path } = await createFile({
    ["ab".repeat(32)]: { key: "shop" },
    ["cd".repeat(32)]: { key: "depot", expires: "2027-01-31T01:00:00+01:00", only: "registered" },
  });
  await using _ = folder;
  const { stdout } = await runHere(["list", "--keys-file", path]);
  expect(stdout.split("\n")).toEqual([
    "TOKEN     KEY    EXPIRES (UTC)        ONLY",
    "abababab  shop   never",
    "cdcdcdcd  depot  2027-01-31T00:00:00  registered",
    "",
  ]);
});

test("revoke takes eight digits or more, of exactly one token", async () => {
  const [one, twin, other] = [`${"ab".repeat(30)}0001`, `${"ab".repeat(30)}0002`, "CD".repeat(32)];
  const entry = { key: "shop" };
  const { folder, path } = await createFile({ [one]: entry, [twin]: entry, [other]: entry });
  await using _ = folder;
  const revoke = (digits: string) => ["revoke", digits, "--keys-file", path];
  const before = readFileSync(path, "utf8");
  for (const [digits, reason] of [
    ["ab", "takes the first eight digits"],
    ["abababa", "takes the first eight digits"],
    ["xxxxxxxx", "takes the first eight digits"],
    ["abababab", "has 2 tokens"],
    ["ffffffff", "has no token"],
  ] as const) {
    expect(await refusalOf(revoke(digits))).toContain(reason);
  }
  expect(readFileSync(path, "utf8")).toBe(before);
  for (const digits of [one, "cdcdcdcd"]) await runHere(revoke(digits));
  expect([...readTokens(path).keys()]).toEqual([twin]);
});

test("no command writes a file that would not load, or changes one that does not", async () => {
  const { folder, path } = await createFile({ short: { key: "shop" } });
  await using _ = folder;
  const before = readFileSync(path, "utf8");
  for (const argv of [["create", "--key", "shop"], ["list"], ["revoke", "abababab"]]) {
    expect(await refusalOf([...argv, "--keys-file", path])).toContain(
      'tokens: "short" is not a SHA-256',
    );
  }
  expect(readFileSync(path, "utf8")).toBe(before);
});

test("a file that is not UTF-8 stays as it is, and so does the key in it", async () => {
  const { folder, path } = await createFile();
  await using _ = folder;
  const before = Buffer.from('{"keys":{"shop":"schlüssel"}}', "latin1");
  writeFileSync(path, before);
  const refusal = await refusalOf(["create", "--key", "shop", "--keys-file", path]);
  expect(refusal).toContain("it is not UTF-8");
  expect(readFileSync(path)).toEqual(before);
});

test.each([
  [[], "usage: tapgraph token create"],
  [["create", "--key", "shop", "more"], "usage: tapgraph token create"],
  [["list", "more"], "usage: tapgraph token create"],
  [["revoke"], "usage: tapgraph token create"],
  [["revoke", "abababab", "cdcdcdcd"], "usage: tapgraph token create"],
  [["list", "--keys-file", ""], "tapgraph token list: --keys-file FILE is required"],
  [["list", "--keys-file", "."], ".: cannot be used (EISDIR)"],
  [["create"], "--key NAME is required"],
  [["create", "--key", "none"], 'there is no key "none"'],
  [["create", "--key", "shop", "--expires", "tomorrow"], "--expires takes a date-time with zone"],
  [["create", "--key", "shop", "--expires", "2020-01-01T00:00:00Z"], "--expires is in the past"],
  [["create", "--key", "shop", "--only", "mine"], "--only takes registered"],
])("%j is refused in one line, and the file stays as it was", async (argv, part) => {
  const { folder, path } = await createFile();
  await using _ = folder;
  const before = readFileSync(path, "utf8");
  const [action = "", ...rest] = argv;
  const refusal = await refusalOf([action, "--keys-file", path, ...rest]);
  expect(refusal).toContain(part);
  expect(refusal).not.toContain("\n");
  expect(readFileSync(path, "utf8")).toBe(before);
});
