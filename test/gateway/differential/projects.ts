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

export type Project = (path: string, query: URLSearchParams) => readonly [number, string];

interface Content {
  readonly rows: Rows;
  /** A body, or the status of a failure. */
  readonly structures: Readonly<Record<Subject, string | number>>;
  /** The responses to gets of ids without a record. Others get 404. */
  readonly failures: Readonly<Record<string, readonly [number, string]>>;
  /** From which position a list fails, and with which status. */
  readonly breaks: Readonly<Record<Subject, { readonly at: number; readonly status: number }>>;
  /**
   * Whether the envelope has a count. A gateway that knows the count may read a list instead of single records. The response is the
   * same only if both ways return the same records.
   */
  readonly hasCount: boolean;
}

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
        // Five failures with a 5xx would open the circuit for the key's list, and then a response would depend on the requests
        // before.
        breaks: { tag: { at: 8, status: 418 }, terminal: { at: 4, status: 404 } },
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

/** Every kind of failing get. `MEMBER` stands for the name under which a response has its record. */
const failures: Content["failures"] = {
  904: [200, '{"MEMBER":{"id":"904","name":{},"is_active":"perhaps","additional_data":"text"}}'],
  // Five with a 5xx would refuse all gets of the kind.
  409: [409, "{}"],
  403: [403, "{}"],
  429: [429, "{}"],
  400: [400, "{}"],
  900: [200, "no JSON"],
  901: [200, '{"MEMBER":null}'],
  902: [200, '{"MEMBER":{"id":"another"}}'],
  903: [200, '{"MEMBER":[]}'],
};

/** Makes rows that cannot be read, as a whole or in part. No operation asks by id for those that can be read in part. */
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
