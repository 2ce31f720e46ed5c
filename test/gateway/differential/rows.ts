import fc from "fast-check";
import { objectText } from "./json-text.ts";

/** Identifiers of the additional data, and some that do not occur there. */
export const identifiers: readonly string[] = [
  "terminal_id",
  "home_tag",
  "device",
  "note",
  "Note",
  "__proto__",
  "10",
  "",
];

export const tagIds: readonly string[] = [
  "t1",
  "t2",
  "t3",
  "t4",
  "listed5",
  "6",
  "t7",
  "listed8",
  "listed9",
  "gt10",
  "t/8",
  "t 9",
  "\u00e911",
  "__proto__",
];

export const terminalIds: readonly string[] = ["1", "2", "3", "4", "5", "6"];

/**
 * Records that no operation asks for by id. In the flawed project some of their fields cannot be read, and the error names the call
 * that brought the record. If a record is asked for by id, this call could be a get or a page.
 */
export const listedOnly: ReadonlySet<string> = new Set(["listed5", "listed8", "listed9", "5"]);

export const slowId = "t3";

/** Ids without a record. In the flawed project, each get of one fails in a different way. */
export const failingIds: readonly string[] = [
  "409",
  "403",
  "429",
  "400",
  "900",
  "901",
  "902",
  "903",
  "904",
  "404",
];

export type Subject = "tag" | "terminal";

/** A record's JSON, and its id. Null: the row has no id. */
export interface Row {
  readonly id: string | null;
  readonly json: string;
}

export type Rows = Readonly<Record<Subject, readonly Row[]>>;

/**
 * The rows of a project.
 * @param change changes the fields of a row, by its position. Null: the row is null.
 */
export function createRows(
  seed: number,
  change: (fields: Fields, index: number) => Fields | null = (fields) => fields,
): Rows {
  const rowsOf = (subject: Subject, ids: readonly string[], from: number) =>
    ids.map((id, index): Row => {
      const known = knownData[index];
      const data = known ?? sample(additionalData, from + index);
      const fields = change(createFields(subject, id, data), index);
      if (fields === null) return { id: null, json: "null" };
      const json = known === undefined ? sample(writeRow(fields), from + index) : join(fields);
      return { id: fields["id"] === undefined ? null : id, json };
    });
  return {
    tag: rowsOf("tag", tagIds, seed * 100),
    terminal: rowsOf("terminal", terminalIds, seed * 100 + 50),
  };
}

export type Fields = Readonly<Record<string, string>>;

function sample<Value>(arbitrary: fc.Arbitrary<Value>, seed: number): Value {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
  if (value === undefined) throw new Error("no sample");
  return value;
}

/** Links in the additional data: to records that are the same in a list and a get, and to some that do not exist. */
const named = {
  terminal_id: ["1", '"2"', '"3"', "409", "404", "true", '"x"'],
  home_tag: ['"t1"', '"t2"', '"t3"', '"409"', '"404"', "5", "{}"],
  device: ['"u-1"', '"U-2"', '"u-9"'],
};

const additionalData: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        ...Object.entries(named).map(([name, values]) =>
          fc.constantFrom(...values).map((value) => `"${name}":${value}`),
        ),
      )
      .chain((members) => fc.subarray(members))
      .chain(objectText),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "null",
      "[]",
      "{}",
      '{"note":"\\"}},{\\"id\\":"}',
      '{"additional_data":{"additional_data":{}}}',
    ),
  },
);

const knownData: readonly string[] = [
  '{"note":"x","terminal_id":2,"home_tag":"t2"}',
  '{"checks":[{"by":{"n":"x"}},{"id":7}]}',
];

/** A name with different escapes from those that `JSON.stringify` writes. */
const hardName = '"\\ud800 \\u0000\\u001f \\"\\\\ \u00e9\u2028 \\uD83D\\uDE00"';

/** A record's fields, with the id first and the additional data last. A row has about 500 bytes, as a gateway expects. */
function createFields(subject: Subject, id: string, data: string): Fields {
  const common = {
    name: id.endsWith("2") ? hardName : JSON.stringify(`${subject} ${id}`),
    description: JSON.stringify("where it is and what it is for, ".repeat(6)),
    is_active: "true",
    added_when: "1700000000",
    last_update: "1700000000000",
    project_id: "7",
  };
  const last = { additional_data: data };
  if (subject === "tag") return { id: JSON.stringify(id), type: '"NFC"', ...common, ...last };
  return {
    id,
    imei: "null",
    uuid: `"u-${id}"`,
    ...common,
    can_insert_chip: "1",
    can_change_chip: '"false"',
    platform: '"android"',
    platform_version: "14",
    model: '""',
    form_identifier: '"form"',
    ...last,
  };
}

function join(fields: Fields): string {
  return `{${Object.entries(fields)
    .map(([name, json]) => `"${name}":${json}`)
    .join(",")}}`;
}

/** Writes half of the rows as registries do, and the others with their members in any order and with white space. */
function writeRow(fields: Fields): fc.Arbitrary<string> {
  const members = Object.entries(fields).map(([name, json]) => `"${name}":${json}`);
  return fc.oneof(
    fc.constant(join(fields)),
    fc
      .shuffledSubarray(members, { minLength: members.length })
      .map((shuffled) => `{ ${shuffled.join(" ,\n")} }`),
  );
}
