import fc from "fast-check";
import type { ValueModel } from "./document.ts";
import { identifiers } from "./rows.ts";

export type List = "tags" | "terminals";

/*
 * Filters and orders: as JSON for variables, and as literals for documents, with enum values unquoted and with variables instead of
 * some strings.
 */

const texts = ["t1", "tag", "TERMINAL 2", "NFC", "x", "", "\u00e9", "where it is"];

const text = fc.constantFrom(...texts);

const textComparison = fc.oneof(
  { weight: 6, arbitrary: fc.record({ contains: text }) },
  {
    weight: 8,
    arbitrary: fc.oneof(
      fc.record({ eq: text }),
      fc.record({ ne: text, startsWith: text }),
      fc.record({ in: fc.array(text, { maxLength: 3 }) }),
      fc.record({ isNull: fc.boolean() }),
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>({}, null, { eq: null }, { eq: 5 }) },
);

const number = fc.constantFrom(0, 1, 2.5, -1, 500);

/** No record is so near to now that the moments between two clients' answers would count. */
const duration = fc.constantFrom("-P3Y", "-P1M", "PT0S", "P2W");

const span = fc.oneof(
  { weight: 5, arbitrary: fc.record({ from: duration, to: duration }, { requiredKeys: ["from"] }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>({}, null, { from: null }, { to: "30 days" }) },
);

const dataComparison = fc.oneof(
  fc.record({ text: textComparison }),
  fc.record({ number: fc.record({ gte: number, lt: number }) }),
  fc.record({ boolean: fc.record({ eq: fc.boolean() }) }),
  fc.record({
    date: fc.oneof(
      fc.constantFrom<object>({ lt: "2026-03-01T00:00:00Z" }, { isNull: true }),
      fc.record({ within: span }),
    ),
  }),
  fc.record({ isNull: fc.boolean() }),
);

const entry = fc
  .tuple(fc.constantFrom(...identifiers, "unheard of"), dataComparison)
  .map(([identifier, comparison]) => ({ identifier, ...comparison }));

const time = fc.constantFrom("2023-11-14T22:13:20Z", "2001-01-01T00:00:00.5+01:00", "soon");

const leaf = fc.oneof(
  { weight: 6, arbitrary: fc.record({ name: textComparison }) },
  { weight: 3, arbitrary: fc.record({ description: textComparison, name: textComparison }) },
  { weight: 3, arbitrary: fc.record({ isActive: fc.record({ eq: fc.boolean() }) }) },
  { weight: 2, arbitrary: fc.record({ addedAt: fc.record({ gte: time }) }) },
  { weight: 2, arbitrary: fc.record({ addedAt: fc.record({ lt: time, within: span }) }) },
  { weight: 4, arbitrary: fc.record({ additionalData: fc.array(entry, { maxLength: 2 }) }) },
  { weight: 1, arbitrary: fc.constant({}) },
);

/** Conditions on the records that name one. Not every identifier is a link there. */
function linked(filter: fc.Arbitrary<object>): fc.Arbitrary<object> {
  const identifier = fc.constantFrom("terminal_id", "home_tag", "device", "note");
  return fc.oneof(
    fc.constant({}),
    fc.record({ some: filter }),
    fc.record({ none: filter }),
    fc.record({ some: filter, none: filter }),
    fc.record({ identifier, some: filter }),
  );
}

export const filters: fc.Arbitrary<object> = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, depthSize: "small", withCrossShrink: true },
    leaf,
    fc.record({ and: fc.array(tie("filter"), { maxLength: 2 }) }),
    fc.record({ or: fc.array(tie("filter"), { maxLength: 3 }) }),
    fc.record({ not: tie("filter") }),
    fc.tuple(leaf, tie("filter")).map(([own, not]) => ({ ...own, not })),
    fc.record({ linkedTags: linked(tie("filter")) }),
    fc.record({ linkedTerminals: linked(tie("filter")) }),
    tie("filter").map((terminal) => ({
      additionalData: [{ identifier: "terminal_id", terminal }],
    })),
    tie("filter").map((tag) => ({ additionalData: [{ identifier: "home_tag", tag }] })),
  ),
})).filter;

const fields = {
  tags: ["NAME", "NAME", "TAG_ID", "TYPE", "IS_ACTIVE", "ADDED_AT", "RELEVANCE"],
  terminals: ["NAME", "NAME", "TERMINAL_ID", "MODEL", "PLATFORM_VERSION", "UPDATED_AT"],
};

export function orders(list: List): fc.Arbitrary<readonly object[]> {
  const direction = fc.constantFrom({}, { direction: "ASC" }, { direction: "DESC" });
  const own = fc.constantFrom(...fields[list]).map((field) => ({ field }));
  const identifier = fc.constantFrom(...identifiers);
  const data = identifier.map((name) => ({ field: "ADDITIONAL_DATA", identifier: name }));
  const wrong = fc.constantFrom<object>({ field: "ADDITIONAL_DATA" }, { field: "COLOUR" });
  const order = fc
    .tuple(
      fc.oneof(
        { weight: 12, arbitrary: own },
        { weight: 4, arbitrary: data },
        { weight: 1, arbitrary: wrong },
      ),
      direction,
    )
    .map((parts) => Object.assign({}, ...parts));
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant([{ field: "NAME" }]) },
    { weight: 5, arbitrary: fc.array(order, { maxLength: 3 }) },
  );
}

const counted = fc.oneof(
  fc.record({ field: fc.constantFrom("IS_ACTIVE", "IS_ACTIVE", "ADDED_AT", "COLOUR") }),
  fc.record({ field: fc.constant("ADDITIONAL_DATA"), identifier: fc.constantFrom(...identifiers) }),
);

export const facets: fc.Arbitrary<readonly object[]> = fc.array(
  fc
    .tuple(
      counted,
      fc.constantFrom({}, {}, { first: 0 }, { first: 2 }, { first: -1 }),
      fc.constantFrom<object>(
        ...[{}, {}, {}, { bounds: [] }, { bounds: [0, 1.5] }, { bounds: [1, 1] }],
        ...[{ every: "MONTH" }, { every: "DAY", fromAt: "2026-03-01T00:00:00Z" }],
      ),
    )
    .map((parts) => Object.assign({}, ...parts)),
  { maxLength: 3 },
);

/** Members whose value can be a variable, because they are optional. */
const variableMembers = new Set(["eq", "ne", "contains", "startsWith"]);

/** A value as written in a document, with variables for some of its strings. Null if no valid document can contain it. */
export function asWritten(value: unknown, variable: number, name = ""): ValueModel | null {
  if (name === "field" || name === "direction" || name === "every") {
    return value === "COLOUR" ? null : { literal: String(value) };
  }
  if (typeof value === "string" && variableMembers.has(name) && variable < 3) {
    return { pool: "text", variable };
  }
  if (value === "soon" || (name === "eq" && value === 5)) return null;
  if (Array.isArray(value)) {
    const list = value.map((one) => asWritten(one, variable));
    return list.includes(null) ? null : { list: list.filter((one) => one !== null) };
  }
  if (typeof value !== "object" || value === null) return { literal: JSON.stringify(value) };
  const object = Object.entries(value).map(
    ([member, one]) => [member, asWritten(one, variable, member)] as const,
  );
  const known = object.flatMap(([member, one]) => (one === null ? [] : [[member, one] as const]));
  return known.length < object.length ? null : { object: known };
}

export function written(values: fc.Arbitrary<unknown>): fc.Arbitrary<ValueModel> {
  return fc
    .tuple(values, fc.nat(8))
    .map(([value, variable]) => asWritten(value, variable) ?? { literal: "null" });
}
