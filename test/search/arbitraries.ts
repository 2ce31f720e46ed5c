import fc from "fast-check";
import type { QueryInput } from "../../src/search/query.ts";
import type { Item } from "../../src/search/table/table.ts";
import type { TagRow } from "./tags.ts";

/** Strings of few letters, so that many are equal or alike: with accents, cases, numbers and signs. */
const orderedString = fc
  .array(fc.constantFrom(..."aAáÁbBeé12 -._", "10", "002"), { maxLength: 5 })
  .map((parts) => parts.join(""));

/** Strings that are never put in order: with letters that fold, marks, other scripts, halves of surrogate pairs. */
const wildString = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(..."aSßẞÆøıİ", "ss", "ae", "ŁL") },
      {
        weight: 4,
        arbitrary: fc.constantFrom(..."ςΣéﬁⅣ１ \u0301\u00a0\n\t", "e\u0301"),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom(..."😀\0\u00a8\ufffd가", "\ud83d", "\ude00", "日本"),
      },
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

const numberString = fc.constantFrom(
  ..."1 1e3 -0 0x10 1,5 1.5 007 1e999 Infinity +1 .5 5.".split(" "),
  ...[" 2 ", ""],
);

const scalar = fc.oneof(
  orderedString,
  fc.constantFrom<unknown>(0, 1, 2, -1.5, -0, 10, true, false, null),
);

const wildValue = fc.oneof(
  wildString,
  numberString,
  fc.constantFrom<unknown>(0, 1, -0, 1.5, Number.POSITIVE_INFINITY, true, false, null, "true", "0"),
  fc.constantFrom<unknown>([], {}, ["a"], { a: 1 }),
);

const identifiers = [
  "site",
  "floor",
  "Floor",
  "state",
  "other",
  "unheard of",
  "__proto__",
  "constructor",
];

export const items: fc.Arbitrary<readonly Item[]> = fc.subarray<Item>([
  { identifier: "site", alias: "Site", kind: "text" },
  { identifier: "floor", alias: "Floor", kind: "number" },
  { identifier: "state", alias: null, kind: "any" },
  { identifier: "floor", alias: "Site", kind: "text" },
]);

const additionalData = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.dictionary(fc.constantFrom("site", "floor", "Floor", "Site", "state"), scalar, {
          maxKeys: 5,
        }),
        fc.dictionary(fc.constantFrom("other", "constructor"), wildValue, { maxKeys: 2 }),
      )
      .map(([ordered, wild]) => ({ ...ordered, ...wild })),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, undefined, [], "no object", 5) },
);

export const tagFields = fc.record({
  type: fc.constantFrom<unknown>("NFC", "QR", null),
  name: fc.oneof(
    { weight: 6, arbitrary: orderedString },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 5, undefined) },
  ),
  description: fc.oneof(wildString, fc.constant(null)),
  is_active: fc.constantFrom<unknown>(true, false, 0, 1, "1", "false", null, "yes", 2),
  added_when: fc.constantFrom<unknown>(1_700_000_000, 1_700_000_001, 1_700_086_400, null, "soon"),
  additional_data: additionalData,
});

export const tagRows: fc.Arbitrary<TagRow[]> = fc
  .array(fc.tuple(fc.stringMatching(/^[A-Ca-c\d]{1,3}$/), tagFields), {
    maxLength: 60,
    size: "large",
  })
  .map((rows) => {
    const byId = new Map(rows.map(([id, fields]) => [id, { ...fields, id }] as const));
    return [...byId.values()];
  });

const anyString = fc.oneof(orderedString, wildString, numberString);
const anyNumber = fc.constantFrom(0, 1, 2, -1.5, 1000, 10, -0);
const anyTime = fc.constantFrom(
  "2023-11-14T22:13:20Z",
  "2023-11-14T22:13:21Z",
  "2024-01-01T00:00:00Z",
);

function someOf(members: Record<string, fc.Arbitrary<unknown>>) {
  const chosen = fc.oneof(
    ...Object.entries(members).map(([name, value]) => value.map((one) => [name, one] as const)),
  );
  return fc.array(chosen, { maxLength: 2 }).map((pairs) => Object.fromEntries(pairs));
}

const textComparisons = someOf({
  eq: anyString,
  ne: anyString,
  in: fc.array(anyString, { maxLength: 4 }),
  notIn: fc.array(anyString, { maxLength: 4 }),
  contains: fc.oneof(wildString, orderedString),
  startsWith: fc.oneof(wildString, orderedString),
  isNull: fc.boolean(),
});

const numberComparisons = someOf({
  eq: anyNumber,
  ne: anyNumber,
  in: fc.array(anyNumber, { maxLength: 4 }),
  notIn: fc.array(anyNumber, { maxLength: 4 }),
  gt: anyNumber,
  gte: anyNumber,
  lt: anyNumber,
  lte: anyNumber,
  isNull: fc.boolean(),
});

const timeComparisons = someOf({
  gt: anyTime,
  gte: anyTime,
  lt: anyTime,
  lte: anyTime,
  isNull: fc.boolean(),
});

const booleanComparisons = someOf({ eq: fc.boolean(), isNull: fc.boolean() });

function entries(structure: readonly Item[]): fc.Arbitrary<Record<string, unknown>> {
  return fc.constantFrom(...identifiers).chain((identifier) => {
    const kind = structure.find((item) => item.identifier === identifier)?.kind ?? "any";
    const ofKind = {
      text: fc.record({ text: textComparisons }),
      number: fc.record({ number: numberComparisons }),
      boolean: fc.record({ boolean: booleanComparisons }),
    };
    const open: fc.Arbitrary<Record<string, unknown>>[] =
      kind === "any" ? Object.values(ofKind) : [ofKind[kind]];
    return fc
      .oneof(...open, fc.record({ isNull: fc.boolean() }))
      .map((comparison) => ({ identifier, ...comparison }));
  });
}

export function filters(structure: readonly Item[]): fc.Arbitrary<Record<string, unknown>> {
  const leaf = someOf({
    tagId: textComparisons,
    type: textComparisons,
    name: textComparisons,
    description: textComparisons,
    isActive: booleanComparisons,
    addedAt: timeComparisons,
    additionalData: fc.array(entries(structure), { maxLength: 2 }),
  });
  const grow = (filter: fc.Arbitrary<Record<string, unknown>>) =>
    fc.oneof(
      leaf,
      fc
        .tuple(
          leaf,
          someOf({
            and: fc.array(filter, { maxLength: 3 }),
            or: fc.array(filter, { maxLength: 3 }),
            not: filter,
          }),
        )
        .map(([own, further]) => ({ ...own, ...further })),
    );
  return grow(grow(grow(leaf)));
}

export const searches = fc.oneof(
  fc.constant(null),
  fc.array(fc.oneof(orderedString, wildString), { maxLength: 3 }).map((words) => words.join(" ")),
);

/** Orders that a query can ask for, by relevance if there is a search. */
export function orders(
  search: string | null,
): fc.Arbitrary<NonNullable<QueryInput["orderBy"]> | null> {
  const direction = fc.constantFrom("ASC" as const, "DESC" as const);
  const fields = ["name", "type", "isActive", "addedAt"];
  const field = fc.constantFrom(...fields, ...(isSearch(search) ? ["relevance"] : []));
  const order = fc.oneof(
    fc.record({ field, direction }),
    fc.record({
      field: fc.constant("additionalData"),
      identifier: fc.constantFrom("site", "floor", "state", "unheard of"),
      direction,
    }),
  );
  return fc.oneof(fc.constant(null), fc.array(order, { maxLength: 3 }));
}

function isSearch(search: string | null): boolean {
  return /[a-zA-Z\d]/.test(search ?? "");
}

export const queries = items.chain(queriesUnder);

export function queriesUnder(
  structure: readonly Item[],
): fc.Arbitrary<QueryInput & { readonly items: readonly Item[] }> {
  return searches.chain((search) =>
    fc.record({
      items: fc.constant(structure),
      search: fc.constant(search),
      filter: fc.oneof(fc.constant(null), filters(structure)),
      orderBy: orders(search),
    }),
  );
}
