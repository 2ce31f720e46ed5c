import fc from "fast-check";

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
export const failingIds: readonly string[] = "409 403 429 400 900 901 902 903 904 404".split(" ");

export type Subject = "tag" | "terminal";

/** A record as the registry sends it. */
export type Fields = Readonly<Record<string, unknown>>;

/** The records of a project. Null is a row that is no record. */
export type Rows = Readonly<Record<Subject, readonly (Fields | null)[]>>;

export function createRows(seed: number): Rows {
  const numRuns = tagIds.length + terminalIds.length;
  const data = [...knownData, ...fc.sample(additionalData, { seed, numRuns })];
  const { length } = tagIds;
  return {
    tag: tagIds.map((id, at) => ({ ...createFields("tag", id), additional_data: data[at] })),
    terminal: terminalIds.map((id, at) => {
      const own = knownData[at] ?? data[length + at];
      return { ...createFields("terminal", id), additional_data: own };
    }),
  };
}

/** Links: to records that are the same in a list and a get, and to some that do not exist. */
const links = {
  terminal_id: [1, "2", "3", 409, 404, true, "x"],
  home_tag: ["t1", "t2", "t3", "409", "404", 5, {}],
  device: ["u-1", "U-2", "u-9"],
};

const names = ["id", "note", "Note", "10", "2", "__proto__", "constructor", "additional_data", ""];

/** Values that are written in a special way, and any others. */
const values = fc.oneof(
  fc.constantFrom<unknown>(
    ...['"}},{"id":', "\ud800 \u0000\u2028", -0, 1e21, 1e-7],
    ...["1e400", "9007199254740993"].map((digits) => JSON.rawJSON(digits)),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

const additionalData: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.subarray(
          Object.entries(links).flatMap(([name, all]) =>
            all.map((value) => [name, value] as const),
          ),
        ),
        fc.array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 4 }),
      )
      .map((members) => Object.fromEntries(members.flat())),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, [], {}) },
);

const knownData: readonly unknown[] = [
  { note: "x", terminal_id: 2, home_tag: "t2", far: JSON.rawJSON("1e400") },
  { checks: [{ by: { n: "x" } }, { id: 7 }] },
];

/** Names that need an escape, by the last character of the record's id. */
const hardNames: Readonly<Record<string, string>> = {
  2: '\ud800 \u0000\u001f "\\ \u00e9\u2028 \ud83d\ude00',
  3: "\ud800",
  4: "\u0001",
};

/** A record's fields without its additional data. A row has about 500 bytes, as a gateway expects. */
function createFields(subject: Subject, id: string): Fields {
  const common = {
    id: subject === "tag" ? id : Number(id),
    name: hardNames[id.slice(-1)] ?? `${subject} ${id}`,
    description: "where it is and what it is for, ".repeat(6),
    is_active: true,
    added_when: 1_700_000_000,
    last_update: 1_700_000_000_000,
    project_id: 7,
  };
  if (subject === "tag") return { ...common, type: "NFC" };
  return {
    ...{ ...common, imei: null, uuid: `u-${id}`, can_insert_chip: 1, can_change_chip: "false" },
    ...{ platform: "android", platform_version: 14, model: "", form_identifier: "form" },
  };
}
