import { expect, test } from "vitest";
import { readSentKey } from "../../../src/gateway/keys/key.ts";
import { createKeyFinder } from "../../../src/gateway/keys/key-finder.ts";
import { parseKeysFile } from "../../../src/gateway/keys/keys-file.ts";
import type { FoundKey } from "../../../src/gateway/keys/token.ts";
import { hashToken } from "../../../src/gateway/keys/token.ts";

type Tokens = Readonly<Record<string, { readonly expires?: string; readonly only?: string }>>;

/** What finds the keys of requests by a keys file that a test can change, at a time that it can change. */
function createFinder(tokens: Tokens) {
  const state = { current: toFile("the-key", tokens), now: 0 };
  const parts = { watched: state, jwts: undefined, takesKeys: false, timeOfDay: () => state.now };
  const findKey = createKeyFinder(parts);
  const find = (token: string) => {
    const rawHeaders = ["Authorization", `Bearer ${token}`];
    const head = { method: "POST", path: "/graphql", headers: {}, rawHeaders };
    return findKey(head, readSentKey(rawHeaders)) as FoundKey;
  };
  return { state, find };
}

function toFile(key: string, tokens: Tokens) {
  const entries = Object.entries(tokens).map(([token, entry]) => [
    hashToken(token),
    { key: "shop", ...entry },
  ]);
  return parseKeysFile(
    JSON.stringify({ keys: { shop: key }, tokens: Object.fromEntries(entries) }),
  );
}

test("what a token leads to is remembered until the token ends", () => {
  const { find, state } = createFinder({ one: { expires: "1970-01-01T00:00:10Z" } });
  const found = find("one");
  expect(found.key).toBe("the-key");
  state.now = 9_999;
  expect(find("one")).toBe(found);
  state.now = 10_000;
  expect(find("one")).toMatchObject({ key: null, refused: { reason: "expired" } });
});

test("what a token leads to is remembered until the keys file says something else", () => {
  const { find, state } = createFinder({ one: {} });
  const found = find("one");
  state.current = toFile("the-key", { one: {}, two: {} });
  expect([find("one"), found.bearer?.standing()]).toEqual([found, "holds"]);
  state.current = toFile("the-new-key", { one: {} });
  expect([find("one").key, found.bearer?.standing()]).toEqual(["the-new-key", "changed"]);
  state.current = toFile("the-new-key", { one: { only: "registered" } });
  expect(find("one").bearer?.onlyRegistered).toBe(true);
  state.current = toFile("the-new-key", { two: {} });
  expect(find("one").refused?.reason).toBe("not a token");
  expect(found.bearer?.standing()).toBe("gone");
});

test.each([
  ["10,000 tokens", 10_001, 1],
  ["16 MiB of tokens", 1_050, 16_000],
])("more than %s are not remembered", (_, count, length) => {
  const names = Array.from({ length: count }, (_, index) => `${index}`.padStart(length, "x"));
  const { find } = createFinder(Object.fromEntries(names.map((name) => [name, {}])));
  const found = names.map(find);
  const [first = "", last = ""] = [names[0], names.at(-1)];
  expect([find(last) === found.at(-1), find(first) === found[0]]).toEqual([true, false]);
});
