import fc from "fast-check";
import { objectText } from "./json-text.ts";

/** The keys of the registry, one for each of its projects. */
export const keys = {
  /** All is well, but for what is in the additional data. */
  sound: "key-sound",
  /** Rows without an id and fields that cannot be read; single records that fail in every way. */
  flawed: "key-flawed",
  /** Lists break off with a failure; there is no structure, or it fails. */
  broken: "key-broken",
  /** Refused. */
  refused: "key-refused",
} as const;

/** The links of the additional data, as `ADDITIONAL_DATA_LINKS` has them. */
export const links =
  "tag.terminal_id=terminal.id,tag.home_tag=tag.id,terminal.home_tag=tag.id,tag.device=terminal.uuid";

/** Identifiers of the additional data, and some that they have not. */
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
 * Records that no operation asks for by id. With the flawed key some of their fields cannot be read, and the error names the call
 * that brought the record: asked for by id it could be one call or another.
 */
export const listedOnly: ReadonlySet<string> = new Set(["listed5", "listed8", "listed9", "5"]);

/** The tag that takes longest to be got. */
export const slowId = "t3";

/** Ids of which nobody has a record; with the flawed key, a get of one fails in a way of its own. */
export const failingIds: readonly string[] = [
  "500",
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

/** What a project answers to a call: a status and a body. */
export type Project = (path: string, query: URLSearchParams) => readonly [number, string];

type Subject = "tag" | "terminal";

/** A record's JSON, and the id that it is found by; null: a row that has none. */
interface Row {
  readonly id: string | null;
  readonly json: string;
}

/** What a project is made of. */
interface Content {
  readonly rows: Readonly<Record<Subject, readonly Row[]>>;
  /** A body; or the status of a failure. */
  readonly structures: Readonly<Record<Subject, string | number>>;
  /** What a get of an id without a record is answered with; undefined: 404. */
  readonly failures: Readonly<Record<string, readonly [number, string]>>;
  /** From which position on a list fails, and how. */
  readonly breaks: Readonly<Record<Subject, { readonly at: number; readonly status: number }>>;
  /**
   * Whether lists tell how long they are. Once a gateway knows, it may read a list instead of single records: only where the
   * two agree it makes no difference to an answer.
   */
  readonly hasCount: boolean;
}

/** The projects by their keys. */
export function createProjects(seed: number): ReadonlyMap<string, Project> {
  const never = { at: Number.POSITIVE_INFINITY, status: 500 };
  const common = { failures: {}, breaks: { tag: never, terminal: never }, hasCount: false };
  const structures = { tag: tagStructure, terminal: terminalStructure };
  return new Map([
    [keys.sound, createProject({ ...common, rows: createRows(seed), structures, hasCount: true })],
    [
      keys.flawed,
      createProject({
        ...common,
        rows: createRows(seed + 1, spoil),
        structures: flawedStructures,
        failures,
      }),
    ],
    [
      keys.broken,
      createProject({
        ...common,
        rows: createRows(seed + 2),
        structures: { tag: 404, terminal: 418 },
        breaks: { tag: { at: 8, status: 500 }, terminal: { at: 4, status: 404 } },
      }),
    ],
  ]);
}

function createProject(content: Content): Project {
  return (path, query) => {
    const [, subject, id] =
      /^\/api\/v1\/(tag|terminal)s(?:\/([^/]*)\/)?$/.exec(path) ??
      /^\/api\/v1\/additional_data\/structure\/(tag|terminal)$/.exec(path) ??
      [];
    if (subject !== "tag" && subject !== "terminal") return [404, "{}"];
    if (path.includes("/structure/")) return structureOf(content, subject);
    if (id !== undefined) return recordOf(content, subject, decodeURIComponent(id));
    return pageOf(content, subject, Number(query.get("limit")), Number(query.get("page")));
  };
}

function structureOf({ structures }: Content, subject: Subject): readonly [number, string] {
  const structure = structures[subject];
  return typeof structure === "number" ? [structure, "{}"] : [200, structure];
}

function recordOf(
  { rows, failures: failing }: Content,
  subject: Subject,
  id: string,
): readonly [number, string] {
  const row = rows[subject].find((candidate) => candidate.id === id);
  if (row === undefined) {
    const [status, json] = failing[id] ?? [404, "{}"];
    return [status, json.replace("MEMBER", subject === "tag" ? "tag" : "terminals")];
  }
  return [200, subject === "tag" ? `{"tag":${row.json}}` : `{"terminals":[${row.json}]}`];
}

function pageOf(
  { rows, breaks, hasCount }: Content,
  subject: Subject,
  limit: number,
  page: number,
): readonly [number, string] {
  const { at, status } = breaks[subject];
  const end = limit * page;
  if (end > at) return [status, "{}"];
  const all = rows[subject];
  const list = all.slice(end - limit, end).map(({ json }) => json);
  const count = hasCount ? all.length : '"many"';
  const pageCount = hasCount ? Math.ceil(all.length / limit) : '"many"';
  const envelope = `"limit":${limit},"page":${page},"count":${count},"page_count":${pageCount}`;
  return [200, `{"${subject}s":[${list.join(",")}],${envelope}}`];
}

/** Each in a way of its own; `MEMBER` stands for the member that a record comes in. */
const failures: Content["failures"] = {
  904: [200, '{"MEMBER":{"id":"904","name":{},"is_active":"perhaps","additional_data":"text"}}'],
  500: [500, "{}"],
  403: [403, "{}"],
  429: [429, "{}"],
  400: [400, "{}"],
  900: [200, "no JSON"],
  901: [200, '{"MEMBER":null}'],
  902: [200, '{"MEMBER":{"id":"another"}}'],
  903: [200, '{"MEMBER":[]}'],
};

/** @param change what becomes of a row's members, by its position. */
function createRows(
  seed: number,
  change: (fields: Fields, index: number) => Fields | null = (fields) => fields,
): Content["rows"] {
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

/** A record's members as JSON, by name. */
type Fields = Readonly<Record<string, string>>;

function sample<Value>(arbitrary: fc.Arbitrary<Value>, seed: number): Value {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
  if (value === undefined) throw new Error("no sample");
  return value;
}

/** What records name by their additional data: others that are found alike by a list and by a get, and some that are not there. */
const named = {
  terminal_id: ["1", '"2"', '"3"', "500", "404", "true", '"x"'],
  home_tag: ['"t1"', '"t2"', '"t3"', '"500"', '"404"', "5", "{}"],
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

/** The additional data of the first records. */
const knownData: readonly string[] = [
  '{"note":"x","terminal_id":2,"home_tag":"t2"}',
  '{"checks":[{"by":{"n":"x"}},{"id":7}]}',
];

/** A name that is not to be written as it is read. */
const hardName = '"\\ud800 \\u0000\\u001f \\"\\\\ \u00e9\u2028 \\uD83D\\uDE00"';

/** The id first and the additional data last. A row has some 500 bytes, as a gateway expects. */
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

/** A row as registries write it. */
function join(fields: Fields): string {
  return `{${Object.entries(fields)
    .map(([name, json]) => `"${name}":${json}`)
    .join(",")}}`;
}

/** Half of the rows as registries write them; the others with their members in any order, and with white space. */
function writeRow(fields: Fields): fc.Arbitrary<string> {
  const members = Object.entries(fields).map(([name, json]) => `"${name}":${json}`);
  return fc.oneof(
    fc.constant(join(fields)),
    fc
      .shuffledSubarray(members, { minLength: members.length })
      .map((shuffled) => `{ ${shuffled.join(" ,\n")} }`),
  );
}

/** Rows that cannot be read, as a whole or in part; of the latter nobody asks by id. */
function spoil(fields: Fields, index: number): Fields | null {
  const { id: _, name: __, ...others } = fields;
  switch (index) {
    case 4:
      return { ...fields, is_active: '"perhaps"', project_id: "null", added_when: "1.5" };
    case 5:
      return null;
    case 6:
      return others;
    case 7:
      return { ...fields, additional_data: '"text"' };
    case 8:
      return { ...fields, additional_data: "[1]", name: "{}" };
    default:
      return fields;
  }
}

const tagStructure = JSON.stringify({
  items: [
    { type: "number", name: "Terminal", identifier: "terminal_id", set_via_app: true },
    { type: "selectbox", name: "note", identifier: "Note", set_via_app: 0, enum: ["x", 5] },
    { type: "hologram", name: "constructor", identifier: "__proto__", set_via_app: false },
  ],
  last_update: 1_700_000_000,
});

const terminalStructure = JSON.stringify({
  items: { type: "image", name: "Home", identifier: "home_tag", set_via_app: "1" },
  last_update: 1_700_000_000_000,
});

const flawedStructures = {
  tag: JSON.stringify({
    items: [
      { type: 5, identifier: "note", set_via_app: "perhaps", enum: "x" },
      { type: "selectbox", name: null, identifier: "10", set_via_app: true, enum: [{}] },
    ],
    last_update: "never",
  }),
  terminal: JSON.stringify({ items: ["no item", { type: "textbox", name: "without identifier" }] }),
};
