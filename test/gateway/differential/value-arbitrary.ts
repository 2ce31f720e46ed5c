import fc from "fast-check";
import type { Pool, ValueModel, VariableModel, VariablesModel } from "./document.ts";
import { facets, filters, orders, written } from "./search-arbitrary.ts";

export interface ArgumentValues {
  readonly ids: IdValues;
  readonly cursors: CursorValues;
  readonly identifiers: readonly string[];
}

export interface IdValues {
  readonly tag: readonly string[];
  readonly terminal: readonly string[];
  readonly global: readonly string[];
  /** Ids of either form whose records do not exist or fail, and strings that are not ids. */
  readonly bad: readonly string[];
}

export interface CursorValues {
  readonly tags: readonly string[];
  readonly terminals: readonly string[];
}

/** The values of each argument, by its name, or by its field and its name. */
export function createValues(
  values: ArgumentValues,
): Readonly<Record<string, fc.Arbitrary<ValueModel>>> {
  const lists = createListValues(values);
  const linked = Object.entries(lists).map(([name, value]) => {
    const [list = "", argument] = name.split(".");
    return [`linked${list.charAt(0).toUpperCase()}${list.slice(1)}.${argument}`, value] as const;
  });
  return { ...createOtherValues(values), ...lists, ...Object.fromEntries(linked) };
}

function createListValues(
  values: ArgumentValues,
): Readonly<Record<string, fc.Arbitrary<ValueModel>>> {
  const cursor = (list: keyof CursorValues) =>
    orVariable("text", cursorValue(values, list).map(toText));
  return {
    "tags.after": cursor("tags"),
    "tags.before": cursor("tags"),
    "terminals.after": cursor("terminals"),
    "terminals.before": cursor("terminals"),
    "tags.filter": orVariable("tagFilter", fc.constant("{}"), written(filters), 8),
    "terminals.filter": orVariable("terminalFilter", fc.constant("{}"), written(filters), 8),
    "tags.orderBy": orVariable("tagOrders", fc.constant("[]"), written(orders("tags")), 8),
    "terminals.orderBy": orVariable(
      "terminalOrders",
      fc.constant("[]"),
      written(orders("terminals")),
      8,
    ),
  };
}

function createOtherValues(
  values: ArgumentValues,
): Readonly<Record<string, fc.Arbitrary<ValueModel>>> {
  const size = orVariable("int", sizes.map(String));
  const cursor = (list: keyof CursorValues) =>
    orVariable("text", cursorValue(values, list).map(toText));
  const idOf = (kind: keyof IdValues) => idValue(values.ids, kind).map((id) => JSON.stringify(id));
  const global = idOf("global");
  const ids = fc.array(orVariable("id", global), { maxLength: 6 }).map((list) => ({ list }));
  const representation = orVariable(
    "any",
    fc.constantFrom("{}", "5", '"t1"', "[]"),
    representations(values.ids),
    12,
  );
  const list = fc
    .array(representation, { minLength: 1, maxLength: 4 })
    .map((all) => ({ list: all }));
  return {
    first: size,
    last: size,
    offset: orVariable("int", fc.constantFrom("0", "1", "3", "null", "409", "-1")),
    "node.id": orVariable("id", global),
    "tag.id": orVariable("id", fc.oneof(idOf("tag"), global)),
    "terminal.id": orVariable("id", fc.oneof(idOf("terminal"), global, fc.constantFrom("3", "0"))),
    ids: orVariable("ids", global, ids, 12),
    identifier: orVariable("text", fc.constantFrom(...values.identifiers).map(toText)),
    identifiers: fc
      .array(orVariable("text", fc.constantFrom(...values.identifiers).map(toText)), {
        maxLength: 3,
      })
      .map((all) => ({ list: all })),
    of: orVariable("subject", fc.constantFrom("TAG", "TERMINAL")),
    representations: orVariable("anys", fc.constant("[]"), list, 12),
    by: written(facets),
    codes: fc.subarray([...codes]).map((list) => ({ literal: `[${list.join()}]` })),
    severity: fc.constantFrom("ERROR", "WARNING", "null").map((literal) => ({ literal })),
    "dataQuality.after": cursor("tags"),
    "dataQuality.before": cursor("terminals"),
    search: orVariable("text", searches.map(toText)),
    uid: orVariable("text", fc.oneof(idOf("tag"), uids.map(toText))),
    uids: fc
      .array(orVariable("text", fc.oneof(idOf("tag"), uids.map(toText))), { maxLength: 4 })
      .map((all) => ({ list: all })),
    uuid: orVariable("text", fc.constantFrom("u-1", "{U-2}", "u3", "u-9", "").map(toText)),
    imei: orVariable("text", fc.constantFrom("1", "none").map(toText)),
  };
}

const codes = ["UNKNOWN_KEY", "MISSING_VALUE", "UNREADABLE_FIELD", "TIME_IN_FUTURE"] as const;

const searches = fc.constantFrom("tag", "T1", "where it", "", " ", "null", "nothing like it");

const uids = fc.constantFrom("06", "0x6", "6", "0:6", "1536", "t1", "ff", "no uid");

function idValue(ids: IdValues, kind: keyof IdValues): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids[kind]) },
    { weight: 1, arbitrary: fc.constantFrom(...ids.bad) },
  );
}

const sizes = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(1, 3, 2, 5) },
  { weight: 2, arbitrary: fc.constantFrom(0, 100, null) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 5000) },
);

function cursorValue({ cursors }: ArgumentValues, list: keyof CursorValues): fc.Arbitrary<string> {
  const other = list === "tags" ? "terminals" : "tags";
  return fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...cursors[list]) },
    { weight: 1, arbitrary: fc.constantFrom("null", "nonsense", ...cursors[other]) },
  );
}

function toText(value: string): string {
  return value === "null" ? value : JSON.stringify(value);
}

function orVariable(
  pool: Pool,
  literal: fc.Arbitrary<string>,
  other?: fc.Arbitrary<ValueModel>,
  weight = 1,
): fc.Arbitrary<ValueModel> {
  return fc.oneof(
    { weight: 4, arbitrary: literal.map((text) => ({ literal: text })) },
    { weight: 3, arbitrary: fc.nat(2).map((variable) => ({ pool, variable })) },
    ...(other === undefined ? [] : [{ weight, arbitrary: other }]),
  );
}

/** Representations of entities as a router sends them, with literals or variables. */
function representations(ids: IdValues): fc.Arbitrary<ValueModel> {
  const one = (type: string, field: string, kind: keyof IdValues) =>
    orVariable(
      "id",
      idValue(ids, kind).map((id) => JSON.stringify(id)),
    ).map((value) => ({
      object: [["__typename", { literal: `"${type}"` }] as const, [field, value] as const],
    }));
  return fc.oneof(
    one("Tag", "tagId", "tag"),
    one("Terminal", "terminalId", "terminal"),
    one("Tag", "id", "global"),
    one("Project", "id", "global"),
  );
}

export function variables(values: ArgumentValues): fc.Arbitrary<VariablesModel> {
  const id = idValue(values.ids, "global");
  const representation = fc.oneof(
    idValue(values.ids, "tag").map((tagId) => ({ __typename: "Tag", tagId })),
    idValue(values.ids, "terminal").map((terminalId) => ({ __typename: "Terminal", terminalId })),
    fc.constantFrom({ __typename: "Tag" }, {}, 5, "t1"),
  );
  const text = fc.oneof(
    cursorValue(values, "tags"),
    cursorValue(values, "terminals"),
    fc.constantFrom(...values.identifiers),
  );
  return fc.record<VariablesModel>({
    condition: pool(fc.boolean(), ["true", "false"], 3),
    id: pool(id, ['"t1"', '"1"', "3"], 3),
    ids: pool(fc.array(id, { maxLength: 5 }), ['["t1", "t2"]', '"t1"'], 2),
    int: pool(sizes, ["1", "2"], 3),
    text: pool(text, ['"note"', '"terminal_id"'], 3),
    subject: pool(fc.constantFrom("TAG", "TERMINAL"), ["TAG", "TERMINAL"], 2),
    any: pool(representation, ['{ __typename: "Tag", tagId: "t1" }'], 2),
    anys: pool(fc.array(representation, { maxLength: 4 }), ["[]"], 2),
    tagFilter: pool(filters, ["{}", '{ name: { contains: "1" } }'], 2),
    terminalFilter: pool(filters, ["{}", '{ not: { name: { contains: "1" } } }'], 1),
    tagOrders: pool(orders("tags"), ["[]", "[{ field: NAME }]"], 1),
    terminalOrders: pool(orders("terminals"), ["[]", "{ field: NAME, direction: DESC }"], 1),
  });
}

/** The variables of a type. Required ones are nearly always sent. Optional ones can be null or missing, with or without a default. */
function pool(
  value: fc.Arbitrary<unknown>,
  literals: readonly string[],
  count: number,
): fc.Arbitrary<readonly VariableModel[]> {
  const wrong = fc.constant({ wrong: [true] });
  const nearlyAlways = fc.oneof(
    { weight: 60, arbitrary: value },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
    { weight: 1, arbitrary: wrong },
  );
  const often = fc.oneof(
    { weight: 60, arbitrary: value },
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 18, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: wrong },
  );
  const required = fc.record<VariableModel>({
    isRequired: fc.constant(true),
    fallback: fc.constantFrom(null, null, null, ...literals),
    values: fc.tuple(nearlyAlways, nearlyAlways),
  });
  const optional = fc.record<VariableModel>({
    isRequired: fc.constant(false),
    fallback: fc.constantFrom(null, null, "null", ...literals),
    values: fc.tuple(often, often),
  });
  return fc.array(fc.oneof(required, optional), { minLength: count, maxLength: count });
}
