import { getIntrospectionQuery } from "graphql";
import { benchKey } from "../harness/records.ts";

/** What a caller does once it has sent its request. */
export type Manner =
  /** Reads the response, and keeps the connection for its next request. */
  | "reads"
  /** Closes the connection within half a second. */
  | "leaves"
  /** Every other one reads a byte a second, the others nothing. */
  | "reads slowly";

/** People who take more than their share, as public GraphQL servers were attacked. */
export interface Attacker {
  readonly name: string;
  readonly perSecond: number;
  readonly manner: Manner;
  /** The request at a position. Each is new to the gateway unless a comment says otherwise. */
  readonly request: (position: number) => Buffer;
}

/** A key that the registry accepts, and that is not the measured one. */
const guest = `${benchKey}-guest`;

/** Differs from run to run, so that a gateway that is used again sees new texts. */
const run = Date.now().toString(36);

/** All attackers, in the order of measurement. */
export const attackers: readonly Attacker[] = [
  {
    name: "deep, aliased and circular documents without a key",
    perSecond: 20,
    manner: "reads",
    request: (at) => toHttp(null, { query: `${pick(at, dearDocuments)}\n# ${run} ${at}` }),
  },
  {
    name: "introspection",
    perSecond: 20,
    manner: "reads",
    request: (at) => toHttp(guest, { query: `${pick(at, introspection)}\n# ${run} ${at}` }),
  },
  {
    name: "batches",
    perSecond: 10,
    manner: "reads",
    request: (at) =>
      toHttp(
        guest,
        Array.from({ length: pick(at, [5, 10, 1_000]) }, (_, of) => ({
          query: `{ tag(id: "${run}-${at}-${of}") { name } }`,
        })),
      ),
  },
  {
    name: "new documents",
    perSecond: 50,
    manner: "reads",
    request: (at) => {
      const fields = many(60, (of) => `f${of}_${run}_${at}: name`);
      const query = `query Document${at} { tags(first: 5) { nodes { ${fields} } } }`;
      return toHttp(at % 5 === 0 ? null : guest, { query });
    },
  },
  {
    name: "large bodies without a key",
    perSecond: 8,
    manner: "reads",
    // Nothing of them is remembered, so they may be the same each time.
    request: (at) => pick(at, largeBodies),
  },
  {
    name: "large lists",
    perSecond: 10,
    manner: "reads",
    request: askForMegabytes,
  },
  {
    name: "dear filters",
    perSecond: 3,
    manner: "reads",
    request: askWithFilter,
  },
  {
    name: "made-up keys",
    perSecond: 50,
    manner: "reads",
    // One in 25 is good.
    request: (at) =>
      at % 25 === 0
        ? askForMatches(`${run}-${at}`, `${benchKey}-new-${run}-${at}`)
        : askForTag("a", `made-up-${run}-${at}`),
  },
  {
    name: "slow readers",
    perSecond: 6,
    manner: "reads slowly",
    request: askForMegabytes,
  },
  {
    name: "callers who leave",
    perSecond: 60,
    manner: "leaves",
    request: (at) =>
      at % 2 === 0 ? askForTag(`slow-${run}-${at}`, guest) : askForMatches(`${run}-${at}`, guest),
  },
];

/** Each costs as much as a document can before it is refused, or as one can that is not. */
const dearDocuments: readonly string[] = [
  `{ ${"a { ".repeat(21)} a ${"}".repeat(22)}`,
  "{ a ".repeat(4_000),
  `{ ...F0 } ${many(1_200, (of) => `fragment F${of} on Query { ...F${of + 1} }`)}`,
  "{ ...A } fragment A on Query { ...B ...B } fragment B on Query { ...A ...A }",
  `{ ${many(540, () => "...F")} } fragment F on Query { tag(id: 5) { name project { projectId } } }`,
  `{ ${many(99, (of) => `a${of}: tag(id: 5) { ...F0 }`)} } ${many(90, (of) => `fragment F${of} on Tag { ...F${of + 1} }`)} fragment F90 on Tag { name }`,
  `{ ${many(5_000, (of) => `a${of}: tag(id: ${of}) { name }`)} }`,
  `{ ${many(200, () => "tag(id: 5) { name }")} }`,
  `{ ${many(3_000, (of) => `unknown${of}`)} }`,
  `{ project ${many(3_000, () => "@skip(if: true)")} { projectId } }`,
  many(501, (of) => `query A${of} { a }`),
  `${"#\n".repeat(200_000)}{ a }`,
];

const introspection: readonly string[] = [
  getIntrospectionQuery({ oneOf: true }),
  `{ __schema { types { ${"fields { type { ".repeat(4)} name ${"} }".repeat(4)} } } }`,
  `{ ${many(50, (of) => `a${of}: __schema { types { fields { name args { name } } } }`)} }`,
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

function many(count: number, one: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => one(index)).join(" ");
}

function pick<T>(at: number, choices: readonly T[]): T {
  return choices[at % choices.length] as T;
}

export function askForTag(id: string, key: string): Buffer {
  const query = "query Point($id: ID!) { tag(id: $id) { tagId name description isActive } }";
  return toHttp(key, { query, variables: { id } });
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

function askWithFilter(at: number): Buffer {
  const contains = (of: number) => ({ description: { contains: `${run} ${at} ${of}` } });
  const wide = { or: Array.from({ length: 990 }, (_, of) => contains(of)) };
  const long = { tagId: { in: Array.from({ length: 50_000 }, (_, of) => `${run}-${at}-${of}`) } };
  // Two levels each.
  const deep = Array.from({ length: 4 }).reduce<object>((inner, _, level) => {
    const others = Array.from({ length: 240 }, (_, of) => contains(level * 240 + of));
    return { or: [{ not: inner }, ...others] };
  }, contains(-1));
  const query =
    "query ($filter: TagFilter!) { tags(first: 5, filter: $filter) { totalCount nodes { name } } }";
  return toHttp(guest, { query, variables: { filter: pick<object>(at, [wide, long, deep]) } });
}

/** A GraphQL request as bytes. With the key null, none is sent. */
export function toHttp(key: string | null, request: object): Buffer {
  const body = Buffer.from(JSON.stringify(request));
  const head = [
    "POST /graphql HTTP/1.1",
    "host: bench",
    "accept: application/json",
    ...(key === null ? [] : [`x-api-key: ${key}`]),
    "content-type: application/json",
    `content-length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
}
