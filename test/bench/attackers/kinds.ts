import { createHash } from "node:crypto";
import { many, refusedDocuments } from "../../gateway/answer/limits/documents.ts";
import { benchKey } from "../records.ts";
import { toHttp } from "./http.ts";

/** What a caller does once it has sent its request. */
export type Manner =
  /** Reads the response, and keeps the connection for its next request. */
  | "reads"
  /** Closes the connection within half a second. */
  | "leaves"
  | "never reads"
  | "reads a byte a second"
  /** Keeps the connection, and reads whatever comes. */
  | "listens";

/** People who take more than their share, or a registry that gives less. */
export interface Attacker {
  readonly name: string;
  readonly perSecond: number;
  readonly manner: Manner;
  /** The request at a position, each different from all others unless its name says otherwise. */
  readonly request: (position: number) => Buffer;
}

/** A key that the registry accepts, and that is not the measured one. */
const guest = `${benchKey}-guest`;

/** Differs from run to run, so that a gateway that is used again sees new texts. */
const run = Date.now().toString(36);

const longIdentifiers = [200, 201, 900_000];

/** All attackers, in the order of measurement. */
export const attackers: readonly Attacker[] = [
  {
    name: "callers who leave",
    perSecond: 60,
    manner: "leaves",
    request: (at) =>
      pick(at, [
        () => askForTag(`slow-${run}-${at}`, guest),
        () => askForRows(at, `${benchKey}-slow`),
        () => askForRows(at, guest),
      ]),
  },
  {
    name: "callers who never read",
    perSecond: 3,
    manner: "never reads",
    request: askForMegabytes,
  },
  {
    name: "callers who read a byte a second",
    perSecond: 3,
    manner: "reads a byte a second",
    request: askForMegabytes,
  },
  {
    name: "large lists",
    perSecond: 10,
    manner: "reads",
    request: askForMegabytes,
  },
  {
    name: "dear documents without a key",
    perSecond: 20,
    manner: "reads",
    request: (at) => {
      const query = dearDocuments[at % dearDocuments.length];
      return toHttp(null, { query: `${query}\n# ${run} ${at}` });
    },
  },
  {
    name: "large bodies without a key",
    perSecond: 8,
    manner: "reads",
    // Nothing of them is remembered, so they may be the same each time.
    request: (at) =>
      pick(
        at,
        largeBodies.map((body) => () => body),
      ),
  },
  {
    name: "new documents",
    perSecond: 50,
    manner: "reads",
    request: (at) => toHttp(at % 5 === 0 ? null : guest, { query: createDocument(at) }),
  },
  {
    name: "new long identifiers",
    perSecond: 8,
    manner: "reads",
    request: askWithIdentifier,
  },
  {
    name: "new variables",
    perSecond: 50,
    manner: "reads",
    request: askWithVariables,
  },
  {
    name: "new hashes of persisted queries",
    perSecond: 50,
    manner: "reads",
    request: (at) => {
      const query = createDocument(at);
      const sha256Hash = createHash("sha256").update(query).digest("hex");
      const extensions = { persistedQuery: { version: 1, sha256Hash } };
      return toHttp(guest, at % 2 === 0 ? { extensions } : { query, extensions });
    },
  },
  {
    name: "new keys",
    perSecond: 50,
    manner: "reads",
    request: (at) =>
      at % 25 === 0
        ? askForMatches(`${run}-${at}`, `${benchKey}-new-${run}-${at}`)
        : askForTag("a", `made-up-${run}-${at}`),
  },
  {
    name: "big and deep filters",
    perSecond: 3,
    manner: "reads",
    request: askWithFilter,
  },
  {
    name: "many streams",
    perSecond: 50,
    manner: "listens",
    request: (at) => {
      const name = at % 2 === 0 ? "name" : `n${run}${at}: name`;
      const query = `subscription S($after: String) { changes(of: TAG, after: $after) { kind id node { ... on Tag { ${name} } } } }`;
      const request = { query, extensions: { padding: "x".repeat(5_000) } };
      return toHttp(guest, request, "text/event-stream");
    },
  },
  {
    name: "a registry that fails by endpoint",
    perSecond: 20,
    manner: "reads",
    request: (at) => toHttp(benchKey, { query: `{ ${pick(at, failingEndpoints)} }` }),
  },
  {
    name: "a registry that fails by record",
    perSecond: 20,
    manner: "reads",
    // Five different records that fail would rightly stop the calls for single tags of this key.
    request: (at) => askForTag(`broken-${at % 4}`, benchKey),
  },
  {
    name: "a registry that fails by key",
    perSecond: 20,
    manner: "reads",
    request: (at) =>
      pick(at, [
        () => askForTag(`${at}`, `${benchKey}-broken-${at % 3}`),
        () => askForRows(at, `${benchKey}-broken-${at % 3}`),
        () => askForMatches(`${at}`, `${benchKey}-broken-${at % 3}`),
      ]),
  },
  {
    name: "a registry that is slow, or never answers",
    perSecond: 20,
    manner: "reads",
    request: (at) =>
      pick(at, [
        () => askForTag(`slow-${run}-${at}`, benchKey),
        () => askForTag(`stuck-${at % 4}`, benchKey),
        () => askForRows(at, `${benchKey}-slow`),
        () => askForRows(at, `${benchKey}-stuck-${at % 3}`),
      ]),
  },
];

const failingEndpoints = [
  () => "terminals(first: 10) { nodes { name } }",
  () => 'terminal(id: "1") { name }',
  () => "additionalDataStructure(of: TERMINAL) { items { name } }",
];

/** Each costs as much as a document can before it is refused, or nearly as much as one can that is not. */
const dearDocuments = [
  ...refusedDocuments.map(([, text]) => text),
  `{ tag(id: 5) { ${many(540, () => "...F")} } } fragment F on Tag { name tagId project { projectId } }`,
  `{ ${many(99, (of) => `a${of}: tag(id: 5) { ...F0 }`)} } ${many(90, (of) => `fragment F${of} on Tag { ...F${of + 1} }`)} fragment F90 on Tag { name }`,
  `{ ${many(200, () => "tag(id: 5) { name }")} }`,
  `{ ${many(3_000, (of) => `unknown${of}`)} }`,
];

/** Bodies of nearly a megabyte, whose document is known. */
const largeBodies = createLargeBodies();

function createLargeBodies(): readonly Buffer[] {
  const query = "query ($filter: TagFilter) { tags(first: 5, filter: $filter) { totalCount } }";
  const names = Array.from({ length: 40_000 }, (_, of) => `${run}-${of}`);
  const or = names.slice(0, 20_000).map((eq) => ({ name: { eq } }));
  return [
    Object.fromEntries(names.map((name) => [name, 1])),
    { filter: { tagId: { in: names } } },
    { filter: { or } },
  ].map((variables) => toHttp(null, { query, variables }));
}

function pick<T>(at: number, choices: readonly (() => T)[]): T {
  const choice = choices[at % choices.length];
  if (choice === undefined) throw new Error("There is no choice");
  return choice();
}

function askForTag(id: string, key: string): Buffer {
  const query = "query Point($id: ID!) { tag(id: $id) { tagId name description isActive } }";
  return toHttp(key, { query, variables: { id } });
}

function askForRows(at: number, key: string): Buffer {
  const query = "query Rows($n: Int!) { tags(first: $n) { nodes { tagId name additionalData } } }";
  return toHttp(key, { query, variables: { n: 200 - (at % 100) } });
}

function askForMatches(text: string, key: string): Buffer {
  const query =
    "query Matches($text: String!) { tags(first: 5, filter: { name: { contains: $text } }) { totalCount nodes { name } } }";
  return toHttp(key, { query, variables: { text } });
}

/** A list of which the response has several megabytes. */
function askForMegabytes(at: number): Buffer {
  const rows = many(
    8,
    (of) => `a${of}: tags(first: $n) { nodes { id tagId name description additionalData } }`,
  );
  const query = `query Megabytes($n: Int!) { ${rows} }`;
  return toHttp(guest, { query, variables: { n: 1000 - (at % 100) } });
}

function createDocument(at: number): string {
  const fields = many(60, (of) => `f${of}_${run}_${at}: name`);
  return `query Document${at} { tags(first: 5) { nodes { ${fields} } } }`;
}

function askWithIdentifier(at: number): Buffer {
  const length = longIdentifiers[Math.floor(at / 4) % longIdentifiers.length] ?? 0;
  const identifier = `${run}-${at}-`.padEnd(length, "x");
  const query = pick(at, [
    () =>
      "query ($i: String!) { tags(first: 5, orderBy: [{ field: ADDITIONAL_DATA, identifier: $i }]) { nodes { name } } }",
    () =>
      'query ($i: String!) { tags(first: 5, filter: { additionalData: [{ identifier: $i, text: { eq: "a" } }] }) { nodes { name } } }',
    () =>
      "query ($i: String!) { tags(first: 5) { facets(by: [{ field: ADDITIONAL_DATA, identifier: $i }]) { nullCount } } }",
    () =>
      "query ($i: String!) { tags(first: 100) { nodes { additionalDataField(identifier: $i) { value } } } }",
  ]);
  return toHttp(guest, { query, variables: { i: identifier } });
}

function askWithVariables(at: number): Buffer {
  const text = `${run} ${at}`;
  return pick(at, [
    () => askForMatches(text, guest),
    () => {
      const query = "query ($text: String!) { tags(first: 5, search: $text) { nodes { name } } }";
      return toHttp(guest, { query, variables: { text } });
    },
    () => askForRows(at, guest),
    () => askForTag(`absent-${text}`, guest),
  ]);
}

function askWithFilter(at: number): Buffer {
  const contains = (of: number) => ({ description: { contains: `${run} ${at} ${of}` } });
  const filter = pick<object>(at, [
    () => ({ or: Array.from({ length: 990 }, (_, of) => contains(of)) }),
    () => ({ tagId: { in: Array.from({ length: 50_000 }, (_, of) => `${run}-${at}-${of}`) } }),
    () =>
      // Two levels each.
      Array.from({ length: 4 }).reduce<object>(
        (inner, _, level) => ({
          or: [
            { not: inner },
            ...Array.from({ length: 240 }, (_, of) => contains(level * 240 + of)),
          ],
        }),
        contains(-1),
      ),
  ]);
  const query =
    "query ($filter: TagFilter!) { tags(first: 5, filter: $filter) { totalCount nodes { name } } }";
  return toHttp(guest, { query, variables: { filter } });
}
