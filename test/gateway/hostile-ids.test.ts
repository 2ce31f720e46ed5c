import { request } from "node:http";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { toGlobalId } from "../../src/gateway/resolvers/values/global-id.ts";
import { startScriptedGateway } from "../support/gateway.ts";
import { status } from "../support/scripted-registry.ts";
import { runs, seed } from "../support/seed.ts";

const gateway = await startScriptedGateway(status(404));
const { key, calls } = gateway.registry;
let seen = 0;
afterAll(() => gateway[Symbol.asyncDispose]());

function takePaths(): readonly string[] {
  const paths = calls.slice(seen).map(({ path }) => path);
  seen = calls.length;
  return paths;
}

const hostileIds = [
  "",
  ".",
  "..",
  "../terminals",
  "a/../b",
  "/",
  "//evil.invalid/",
  "\\",
  "?",
  "?key=other",
  "a&key=other",
  "#",
  "%2e%2e",
  "%2f",
  "%",
  "%00",
  "\0",
  "a\u0000b",
  "\r\nx-header: 1",
  "\u202egnp.exe",
  "\u200f",
  "\ud800",
  "a\udc00b",
  "é",
  "💣",
  " ",
  "x".repeat(1_024),
  "x".repeat(10_000),
  "__proto__",
  "constructor",
  "42",
  "1e3",
  "0x10",
  "9".repeat(40),
];

const anyHostileId = fc.oneof(
  fc.constantFrom(...hostileIds),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc
    .array(fc.constantFrom("/", ".", "%", "2", "e", "?", "#", "&", "\\", "\0", "\ud800"), {
      maxLength: 8,
    })
    .map((parts) => parts.join("")),
);

/** Decodes the id's segment of a path. Throws if the path has not exactly this form. */
function readSegment(path: string, kind: string): string {
  const match = new RegExp(`^/api/v1/${kind}/([^/?#]+)/\\?key=${key}$`).exec(path);
  if (match?.[1] === undefined) throw new Error(`not one segment: ${JSON.stringify(path)}`);
  // A server may normalize the path. That must not change it, as it would with a dot segment.
  expect(new URL(path, "http://registry.invalid").pathname).toBe(`/api/v1/${kind}/${match[1]}/`);
  return decodeURIComponent(match[1]);
}

const same = (id: string) => id;

test.each<[string, string, string, (id: string) => string, (id: string) => string | RegExp]>([
  ["id of a tag", "tag(id: $id) { name }", "tags", same, same],
  ["id of a terminal", "terminal(id: $id) { name }", "terminals", same, () => /^-?\d+$/],
  // Global ids are bytes of UTF-8, which has no lone surrogates.
  [
    "id within a global id",
    "node(id: $id) { id }",
    "tags",
    (id) => toGlobalId("Tag", id),
    (id) => id.toWellFormed(),
  ],
])(
  "any %s becomes one segment of the path, or there is no call",
  async (_, field, kind, toId, toSegment) => {
    let made = 0;
    const property = fc.asyncProperty(anyHostileId, async (id) => {
      const document = `query ($id: ID!) { record: ${field} }`;
      const { data, errors } = await gateway.query(document, { variables: { id: toId(id) } });
      expect([data, errors]).toEqual([{ record: null }, undefined]);
      const paths = takePaths();
      made += paths.length;
      expect(paths.length).toBeLessThanOrEqual(1);
      for (const path of paths) {
        const expected = toSegment(id);
        const segment = readSegment(path, kind);
        if (typeof expected === "string") expect(segment).toBe(expected);
        else expect(segment).toMatch(expected);
      }
    });
    const examples = hostileIds.map((id): [string] => [id]);
    await fc.assert(property, { seed, numRuns: hostileIds.length + runs(25), examples });
    expect(made).toBeGreaterThan(0);
  },
);

/** Sends a key as raw bytes, and returns the response's status and text. Null: no response came. */
function sendKey(bytes: Buffer) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string } | null>();
  const headers = { "content-type": "application/json", "x-api-key": bytes.toString("latin1") };
  const sent = request(`${gateway.url}/graphql`, { method: "POST", headers }, async (response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
  });
  sent.on("error", () => resolve(null));
  // A string would be sent in one piece with the headers, which would then be encoded as UTF-8.
  sent.end(Buffer.from(JSON.stringify({ query: '{ tag(id: "a") { name } }' })));
  return promise;
}

const anyHostileKey = fc.oneof(
  fc.constantFrom(
    "a&b=c",
    "a#b",
    "a b",
    "a?b",
    "a%26b",
    "a+b",
    "clé",
    "à",
    "ключ",
    "💣",
    "a;b",
    '"',
    "a&key=b",
  ),
  // Text that a header can hold: without control characters, and without spaces.
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }).filter(isHeaderText),
);

function isHeaderText(text: string): boolean {
  return /^[^\p{Cc}\p{Zs}\u2028\u2029\ufeff]+$/u.test(text) && text.isWellFormed();
}

test.each([
  ["ID!", "tag(id: $v) { name }", 9007199254740993n],
  ["[ID!]!", "nodes(ids: $v) { __typename }", [1, -9007199254740993n]],
  ["[ID!]!", "nodes(ids: $v) { __typename }", 10n ** 20n],
])(
  "a number of more than 53 bits as an id in a variable of type %s is an error, because JSON has changed it",
  async (type, field, value) => {
    const document = `query ($v: ${type}) { ${field} }`;
    // As numbers, with their digits.
    const variables = JSON.stringify({ v: value }, (_, member: unknown) =>
      typeof member === "bigint" ? JSON.rawJSON(String(member)) : member,
    );
    const body = `{"query":${JSON.stringify(document)},"variables":${variables}}`;
    const response = await gateway.send(body);
    expect(await response.json()).toMatchObject({
      errors: [
        {
          message:
            'Variable "$v" has an id that is a number of more than 53 bits. Send it as a text, which keeps its digits.',
          locations: [{ line: 1, column: 8 }],
          extensions: { code: "BAD_USER_INPUT" },
        },
      ],
    });
    expect(takePaths()).toEqual([]);
  },
);

test("numbers of up to 53 bits are ids, and texts of any length are", async () => {
  const document =
    "query ($a: ID!, $b: ID!) { a: terminal(id: $a) { name } b: terminal(id: $b) { name } }";
  const variables = { a: Number.MAX_SAFE_INTEGER, b: "9007199254740993" };
  await gateway.query(document, { variables });
  const ids = takePaths().map((path) => /\/(\d+)\//.exec(path)?.[1]);
  expect(ids.toSorted()).toEqual(["9007199254740991", "9007199254740993"]);
});

test("any key reaches the registry intact", async () => {
  takePaths();
  await fc.assert(
    fc.asyncProperty(anyHostileKey, async (sentKey) => {
      const result = await sendKey(Buffer.from(sentKey));
      expect(result?.status).toBe(200);
      const [path = "", ...further] = takePaths();
      expect(further).toEqual([]);
      const { pathname, searchParams } = new URL(path, "http://registry.invalid");
      expect(pathname).toBe("/api/v1/tags/a/");
      expect([...searchParams]).toEqual([["key", sentKey]]);
    }),
    { seed, numRuns: runs(40) },
  );
});
