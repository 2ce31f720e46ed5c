import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";

/** A record as a registry sends it. */
export interface PlainRecord {
  readonly id: string | number;
  readonly [field: string]: unknown;
}

/** A record with a name, and with the same timestamps as all others. */
export function named(id: string | number, name: string, more: object = {}): PlainRecord {
  return { id, name, added_when: 1, last_update: 1, ...more };
}

/** The data of a registry. */
export interface Project {
  readonly tags: readonly PlainRecord[];
  readonly terminals: readonly PlainRecord[];
  /** By `tag` and `terminal`. Undefined: there is no structure. */
  readonly structures: Readonly<Record<string, object | undefined>>;
  /** The only valid key. Undefined: every key is valid. */
  readonly key?: string;
}

/** How a project is served. The rules are read at each call, so that a test can change them at any time. */
export interface Rules {
  /** Maximum number of rows of a page. A larger limit is reduced to it, and the envelope says so. */
  clamp?: number | undefined;
  /** The largest limit that is not refused. */
  refuseAbove?: number | undefined;
  /** The status of that refusal. @default 400 */
  refuseWith?: number | undefined;
  /** The response to a page past the end, instead of an empty page: a status, or the last page. */
  pastEnd?: number | "last page" | undefined;
  /** What the envelope reports as the limit, instead of the real one: the number of the page's rows, or a fixed number. */
  reportedLimit?: "rows" | number;
  /** Whether the envelope leaves out `count` and `page_count`. */
  isCountless?: boolean;
  /** Statuses with which keys are refused, by key. */
  readonly keys: Map<string, number>;
  /** Clamps by key, instead of the common one. */
  readonly clamps: Map<string, number>;
}

/** The parts of a call. */
export interface ProjectCall {
  /** After `/api/v1/`, such as `tags` or `tags/04AA/`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The number of the call, from 0. */
  readonly position: number;
}

/** A response. A body that is neither text nor bytes is sent as JSON. */
export interface ProjectResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: misbehaviour changes what it likes.
  readonly body: any;
  readonly headers?: OutgoingHttpHeaders;
}

type Kind = "tags" | "terminals";

/** Answers as the interface document says, except for the rules. Where it is silent, refuses anything doubtful. */
export function answer(
  project: Partial<Project>,
  rules: Rules,
  { path, query }: Pick<ProjectCall, "path" | "query">,
): ProjectResponse {
  const key = query.get("key") ?? "";
  if (key !== (project.key ?? key)) return refuse(401);
  const refusal = rules.keys.get(key);
  if (refusal !== undefined) return refuse(refusal);
  const [kind = "", id, end] = path.split("/");
  if (kind === "additional_data") {
    const structure = project.structures?.[path.split("/")[2] ?? ""];
    return structure === undefined ? refuse(404) : { status: 200, body: structure };
  }
  if (kind !== "tags" && kind !== "terminals") return refuse(404);
  const records = project[kind] ?? [];
  if (id === undefined) {
    return answerPage(kind, records, query, {
      ...rules,
      clamp: rules.clamps.get(key) ?? rules.clamp,
    });
  }
  if (end !== "") return refuse(404);
  const record = records.find((one) => String(one.id) === decodeURIComponent(id));
  if (record === undefined) return refuse(404);
  return { status: 200, body: kind === "tags" ? { tag: record } : { terminals: [record] } };
}

function answerPage(
  kind: Kind,
  records: readonly PlainRecord[],
  query: URLSearchParams,
  { clamp, refuseAbove, refuseWith = 400, pastEnd, reportedLimit, isCountless }: Rules,
): ProjectResponse {
  const asked = Number(query.get("limit") ?? 1000);
  const number = Number(query.get("page") ?? 1);
  if (!(asked >= 1 && number >= 1) || (query.get("type") ?? "json") !== "json") return refuse(400);
  if (asked > (refuseAbove ?? asked)) return refuse(refuseWith);
  const limit = Math.min(asked, clamp ?? asked);
  const last = Math.max(Math.ceil(records.length / limit), 1);
  if (typeof pastEnd === "number" && number > last) return refuse(pastEnd);
  const page = pastEnd === "last page" ? Math.min(number, last) : number;
  const body: ProjectResponse["body"] = toPage(kind, records, { limit, page });
  if (reportedLimit === "rows") body.limit = Math.max(body[kind].length, 1);
  else body.limit = reportedLimit ?? limit;
  if (isCountless) {
    delete body.count;
    delete body.page_count;
  }
  return { status: 200, body };
}

/** A page with a correct envelope. */
export function toPage(
  kind: Kind,
  records: readonly PlainRecord[],
  { limit, page }: { readonly limit: number; readonly page: number },
) {
  const count = records.length;
  const rows = records.slice((page - 1) * limit, page * limit);
  return { [kind]: rows, limit, page, count, page_count: Math.ceil(count / limit) };
}

/** A refusal that repeats nothing of the request. */
export function refuse(status: number): ProjectResponse {
  return { status, body: { error: { code: status, message: "no" } } };
}

/** A key that a shell, a URL, JSON and HTML each have to escape in their own way. */
export const hostileKey = 's3cret &"Key"/+=%25#$\'`<0123>é';

/** The spellings of a key: as it is, percent-encoded, in JSON, in Base64 and in hexadecimal. */
export function listKeyForms(key: string): readonly string[] {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  return [
    key,
    encodeURIComponent(key),
    encodeURIComponent(encodeURIComponent(key)),
    new URLSearchParams([["", key]]).toString().slice(1),
    inJson(key),
    inJson(inJson(key)),
    Buffer.from(key).toString("base64").replace(/=+$/, ""),
    Buffer.from(key).toString("base64url"),
    Buffer.from(key).toString("hex"),
  ];
}

/** An item of an additional data structure, as the registry sends it. */
export function item(type: string, identifier: string, others: object = {}) {
  return { type, identifier, name: `The ${identifier}`, set_via_app: false, ...others };
}

const firstTime = 1_700_000_000;

/**
 * A project with this many tags and 12 terminals, and the hostile key. Each tag names a terminal. The terminals name the first tags,
 * one each.
 */
export function createProject(tagCount = 230): Project & { readonly key: string } {
  const tags = Array.from({ length: tagCount }, (_, place) => ({
    id: toUid(place),
    type: "NFC",
    name: `Door ${place}`,
    project_id: 7,
    description: "Beside the door",
    is_active: true,
    added_when: firstTime + place * 60,
    last_update: firstTime + place * 60 + 30,
    additional_data: {
      site: `Site ${place % 9}`,
      floor: place % 5,
      terminal_id: 1001 + (place % 12),
    },
  }));
  const terminals = Array.from({ length: 12 }, (_, place) => ({
    id: 1001 + place,
    imei: `35${String(place).padStart(12, "0")}1`,
    uuid: `6f9619ff-8b86-d011-b42d-00cf4fc9${String(place).padStart(4, "0")}`,
    name: `Reader ${place}`,
    description: "",
    is_active: place % 2 === 0,
    added_when: firstTime + place,
    last_update: firstTime + place,
    can_insert_chip: true,
    can_change_chip: false,
    project_id: 7,
    platform: "Android",
    platform_version: "14",
    model: "R2",
    form_identifier: "form",
    additional_data: tags.length > place ? { home_tag: tags[place]?.id } : null,
  }));
  return {
    key: hostileKey,
    tags,
    terminals,
    structures: {
      tag: {
        items: [item("textbox", "site"), item("number", "floor"), item("number", "terminal_id")],
        last_update: firstTime,
      },
      terminal: { items: [item("textbox", "home_tag")], last_update: firstTime },
    },
  };
}

/** A UID of seven bytes that looks random. */
function toUid(place: number): string {
  const middle = (BigInt(place + 1) * 0x9e3779b97f4a7cn) & 0xffffffffffn;
  return `04${middle.toString(16).padStart(10, "0")}80`.toUpperCase();
}
