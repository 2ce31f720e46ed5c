import { expect, test } from "vitest";
import { keyError, readSentKey } from "../../../src/gateway/keys/key.ts";

function codeOf(rawHeaders: readonly string[]): unknown {
  const { key, mistake } = readSentKey(rawHeaders);
  return key === null ? keyError({}, mistake).extensions["code"] : "no error";
}

test.each([
  [["X-API-Key", "k1"], "k1"],
  [["x-api-key", Buffer.from("clà").toString("latin1")], "clà"],
  [["Host", "a", "Authorization", "Bearer k1"], "k1"],
  [["authorization", "bearer k1"], "k1"],
  [["authorization", "Bearer k1", "x-api-key", "k1"], "k1"],
  [["authorization", "Basic dTpw", "x-api-key", "k1"], "k1"],
  [["x-api-key", "a&b=c#d e?"], "a&b=c#d e?"],
  [["x-api-key", Buffer.from("clé-ключ").toString("latin1")], "clé-ключ"],
])("%j carries the key %s", (rawHeaders, key) => {
  expect(readSentKey(rawHeaders).key).toBe(key);
});

test.each([
  ["no header", ["Host", "a"], "UNAUTHENTICATED"],
  ["an empty key", ["X-API-Key", ""], "UNAUTHENTICATED"],
  ["another authorization scheme", ["Authorization", "Basic dTpw"], "UNAUTHENTICATED"],
  ["two keys that differ", ["X-API-Key", "k1", "Authorization", "Bearer k2"], "BAD_USER_INPUT"],
  ["the same header twice", ["X-API-Key", "k1", "x-api-key", "k1"], "BAD_USER_INPUT"],
  [
    "Authorization twice",
    ["Authorization", "Bearer k1", "Authorization", "Bearer k1"],
    "BAD_USER_INPUT",
  ],
  ["a key that is not UTF-8", ["X-API-Key", "\xff\xfe"], "BAD_USER_INPUT"],
])("%s is refused", (_, rawHeaders, code) => {
  expect(codeOf(rawHeaders)).toBe(code);
});
