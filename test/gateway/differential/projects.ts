import { createRows, type Fields, type Rows, type Subject } from "./rows.ts";

export const keys = {
  /** Nothing is wrong, except in the additional data. */
  sound: "key-sound",
  /** Rows without an id, fields that cannot be read, and gets that fail in every way. */
  flawed: "key-flawed",
  /** Lists break off with a failure, and structures are missing or fail. */
  broken: "key-broken",
  refused: "key-refused",
} as const;

export const links =
  "tag.terminal_id=terminal.id,tag.home_tag=tag.id,terminal.home_tag=tag.id,tag.device=terminal.uuid";

/** Answers a call with a status and a body. A text is sent as it is, anything else as JSON. */
export type Project = (path: string, query: URLSearchParams) => readonly [number, unknown];

interface Content {
  readonly rows: Rows;
  /** A body, or the status of a failure. */
  readonly structures: Readonly<Record<Subject, unknown>>;
  /** The responses to gets of ids without a record. Others get 404. */
  readonly failures?: Readonly<Record<string, readonly [number, unknown]>>;
  /** From which position a list fails, and with which status. */
  readonly breaks?: Readonly<Record<Subject, { readonly at: number; readonly status: number }>>;
  /**
   * Whether the envelope has a count. A gateway that knows the count may read a list instead of single records. The response is the
   * same only if both ways return the same records.
   */
  readonly hasCount: boolean;
}

export function createProjects(seed: number): ReadonlyMap<string, Project> {
  const structures = { tag: tagStructure, terminal: terminalStructure };
  const { tag, terminal } = createRows(seed + 1);
  const spoilt = { tag: tag.map(spoil), terminal: terminal.map(spoil) };
  return new Map([
    [keys.sound, createProject({ rows: createRows(seed), structures, hasCount: true })],
    [
      keys.flawed,
      createProject({ rows: spoilt, structures: flawedStructures, failures, hasCount: false }),
    ],
    [
      keys.broken,
      createProject({
        ...{ rows: createRows(seed + 2), structures: { tag: 404, terminal: 418 } },
        // Five failures with a 5xx would open the circuit for the key's list, and then a response would depend on the requests
        // before.
        breaks: { tag: { at: 8, status: 418 }, terminal: { at: 4, status: 404 } },
        hasCount: false,
      }),
    ],
  ]);
}

function createProject({
  rows,
  structures,
  failures: failing,
  breaks,
  hasCount,
}: Content): Project {
  return (path, query) => {
    const [, subject, id] =
      /^\/api\/v1\/(tag|terminal)s(?:\/([^/]*)\/)?$/.exec(path) ??
      /^\/api\/v1\/additional_data\/structure\/(tag|terminal)$/.exec(path) ??
      [];
    if (subject !== "tag" && subject !== "terminal") return [404, {}];
    if (path.includes("/structure/")) {
      const structure = structures[subject];
      return typeof structure === "number" ? [structure, {}] : [200, structure];
    }
    if (id !== undefined) {
      const name = decodeURIComponent(id);
      const record = rows[subject].find((row) => row !== null && String(row["id"]) === name);
      if (record === undefined) return failing?.[name] ?? [404, {}];
      return [200, subject === "tag" ? { tag: record } : { terminals: [record] }];
    }
    const [limit, page] = [Number(query.get("limit")), Number(query.get("page"))];
    const { at = Number.POSITIVE_INFINITY, status = 500 } = breaks?.[subject] ?? {};
    const end = limit * page;
    if (end > at) return [status, {}];
    const { length } = rows[subject];
    const [count, page_count] = hasCount ? [length, Math.ceil(length / limit)] : ["many", "many"];
    return [
      200,
      { [`${subject}s`]: rows[subject].slice(end - limit, end), limit, page, count, page_count },
    ];
  };
}

/** The body of a get with this record, whichever list it is from. */
const single = (record: unknown) => ({ tag: record, terminals: record });

/** Every kind of failing get. */
const failures = {
  904: [200, single({ id: "904", name: {}, is_active: "perhaps", additional_data: "text" })],
  // Five with a 5xx would refuse all gets of the kind.
  409: [409, {}],
  403: [403, {}],
  429: [429, {}],
  400: [400, {}],
  900: [200, "no JSON"],
  901: [200, single(null)],
  902: [200, single({ id: "another" })],
  903: [200, single([])],
} as const;

/** Makes rows that cannot be read, as a whole or in part. No operation asks by id for those that can be read in part. */
function spoil(fields: Fields | null, index: number): Fields | null {
  switch (index) {
    case 4:
      return { ...fields, is_active: "perhaps", project_id: null, added_when: 1.5 };
    case 5:
      return null;
    case 6:
      return { ...fields, id: undefined, name: undefined };
    case 7:
      return { ...fields, additional_data: "text" };
    case 8:
      return { ...fields, additional_data: [1], name: {} };
    default:
      return fields;
  }
}

const tagStructure = {
  items: [
    { type: "number", name: "Terminal", identifier: "terminal_id", set_via_app: true },
    { type: "selectbox", name: "note", identifier: "Note", set_via_app: 0, enum: ["x", 5] },
    { type: "hologram", name: "constructor", identifier: "__proto__", set_via_app: false },
  ],
  last_update: 1_700_000_000,
};

const terminalStructure = {
  items: { type: "image", name: "Home", identifier: "home_tag", set_via_app: "1" },
  last_update: 1_700_000_000_000,
};

const flawedStructures = {
  tag: {
    items: [
      { type: 5, identifier: "note", set_via_app: "perhaps", enum: "x" },
      { type: "selectbox", name: null, identifier: "10", set_via_app: true, enum: [{}] },
    ],
    last_update: "never",
  },
  terminal: { items: ["no item", { type: "textbox", name: "without identifier" }] },
};
