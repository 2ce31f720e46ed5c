import { expect, test } from "vitest";
import {
  decodeKeysFile,
  KeysFileError,
  parseKeysFile,
} from "../../../src/gateway/keys/keys-file.ts";
import { createToken, hashToken } from "../../../src/gateway/keys/token.ts";

const one = "a".repeat(64);
const other = "B".repeat(64);

function mistakesIn(file: unknown): readonly string[] {
  try {
    parseKeysFile(typeof file === "string" ? file : JSON.stringify(file));
    return [];
  } catch (error) {
    if (!(error instanceof KeysFileError)) throw error;
    return error.message.split("\n");
  }
}

test("a file has keys by name, and tokens by hash with a key, and perhaps an end and a limit", () => {
  const { keys, tokens } = parseKeysFile(
    JSON.stringify({
      keys: { shop: "key-1", __proto__of: "key-2" },
      tokens: {
        [one]: { key: "shop" },
        [other]: { key: "shop", expires: "2027-01-31T01:00:00+01:00", only: "registered" },
      },
    }),
  );
  expect(Object.fromEntries(keys)).toEqual({ shop: "key-1", __proto__of: "key-2" });
  expect([...tokens]).toEqual([
    [one, { keyName: "shop", expiresAt: undefined, onlyRegistered: false }],
    [
      other.toLowerCase(),
      { keyName: "shop", expiresAt: Date.parse("2027-01-31T00:00:00Z"), onlyRegistered: true },
    ],
  ]);
});

const keys = { shop: "key-1" };
const noDate = "expires: expected a date-time with zone, such as 2027-01-31T00:00:00Z";

test.each([
  ["not JSON", "{", "it is not JSON"],
  ["half written", '{ "keys": { "shop": "s3cret-key", ', "it is not JSON"],
  ["an array", [], "expected an object with keys and tokens"],
  ["no keys", {}, "keys: expected an object with at least one key by its name"],
  ["empty keys", { keys: {} }, "keys: expected an object with at least one key by its name"],
  [
    "a key that is a number",
    { keys: { shop: 5 } },
    'keys: "shop" is not a key: expected text without white space around it',
  ],
  [
    "a key with a line's end",
    { keys: { shop: "key\n" } },
    'keys: "shop" is not a key: expected text without white space around it',
  ],
  [
    "a name that cannot be printed",
    { keys: { "shop\n": "key-1" } },
    'keys: "shop\\n" is not a name: expected printable text',
  ],
  ["an unknown member", { keys, token: {} }, 'unknown member "token"'],
  [
    "tokens in an array",
    { keys, tokens: [] },
    "tokens: expected an object with tokens by their hashes",
  ],
  [
    "a short hash",
    { keys, tokens: { abc: { key: "shop" } } },
    'tokens: "abc" is not a SHA-256: expected 64 hexadecimal digits',
  ],
  ["a key's name twice", '{"keys":{"shop":"key-1","shop":"key-2"}}', '"shop" is there twice'],
  [
    "a name twice, once with an escape",
    '{"keys":{"shop":"key-1","s\\u0068op" : "key-2"}}',
    '"shop" is there twice',
  ],
  [
    "a token twice",
    `{"keys":{"shop":"key-1"},"tokens":{"${one}":{"key":"shop"},"${one}":{"key":"shop"}}}`,
    '"aaaaaaaa…" is there twice',
  ],
  [
    "a hash twice, in other letters",
    { keys, tokens: { [one]: { key: "shop" }, [one.toUpperCase()]: { key: "shop" } } },
    'tokens: "AAAAAAAA…" is there twice',
  ],
])("a file with %s is refused as a whole", (_, file, mistake) => {
  expect(mistakesIn(file)).toEqual([mistake]);
});

test.each([
  ["nothing to say", null, "expected an object with key, and perhaps expires and only"],
  ["no key", { key: "toString" }, 'key: there is no key "toString"'],
  ["an unknown member", { key: "shop", expire: "2027-01-31T00:00:00Z" }, 'unknown member "expire"'],
  ["a date without a zone", { key: "shop", expires: "2027-01-31T00:00:00" }, noDate],
  ["a number as its end", { key: "shop", expires: 1 }, noDate],
  ["a day that does not exist", { key: "shop", expires: "2027-02-30T00:00:00Z" }, noDate],
  ["another limit", { key: "shop", only: "all" }, 'only: expected "registered"'],
])("a file with a token with %s is refused as a whole", (_, token, mistake) => {
  expect(mistakesIn({ keys, tokens: { [one]: token } })).toEqual([
    `tokens: "aaaaaaaa…": ${mistake}`,
  ]);
});

test("the same name in two objects, or as a text, is not there twice", () => {
  const text = `{"keys":{"key":"key","a\\"{":"key","b\\\\":"}"},"tokens":{"${one}":{"key":"key"},"${other}":{"key":"key"}}}`;
  expect(mistakesIn(text)).toEqual([]);
});

test("no mistake shows a key or a token that stands in the wrong place", () => {
  const token = createToken();
  const jwt = `${Buffer.from('{"alg":"RS256"}').toString("base64url")}.e30.s3cret`;
  const key = "s3cret-key";
  const mistakes = mistakesIn({
    keys: { shop: key },
    tokens: { [one]: { key }, [other]: { key: token, [jwt]: 1 }, [key]: {}, [token]: {} },
    [key]: 1,
    [token]: 1,
    [hashToken(token)]: 1,
  });
  expect(mistakes).toHaveLength(10);
  expect(mistakes.join()).not.toMatch(/s3cret/);
  expect(mistakes.join()).not.toContain(token.slice(0, 16));
  expect(mistakes.join()).not.toContain(hashToken(token).slice(0, 9));
});

test.each([["nobody"], "shop", [["shop"]], null])("warm may not be %j", (warm) => {
  expect(mistakesIn({ keys, warm })).toEqual(["warm: expected a list of names of keys"]);
});

test("a file that is not UTF-8 is refused", () => {
  const text = '{"keys":{"shop":"schlüssel"}}';
  expect(decodeKeysFile(Buffer.from(text))).toBe(text);
  expect(() => decodeKeysFile(Buffer.from(text, "latin1"))).toThrow("it is not UTF-8");
});
