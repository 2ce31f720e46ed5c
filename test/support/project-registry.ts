import type { OutgoingHttpHeaders } from "node:http";
import {
  type Behaviour,
  type ScriptedRegistry,
  startScriptedRegistry,
} from "./scripted-registry.ts";

/** A record as the registry sends it. */
export type ProjectRecord = Readonly<Record<string, unknown>> & { readonly id: string | number };

/** The data of a registry. */
export interface Project {
  readonly tags: readonly ProjectRecord[];
  readonly terminals: readonly ProjectRecord[];
  /** By `tag` and `terminal`. Undefined: there is no structure. */
  readonly structures: Readonly<Record<string, object | undefined>>;
}

/** The parts of a call. */
export interface ProjectCall {
  /** After `/api/v1/`, such as `tags` or `tags/04AA/`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, unknown>>;
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

/** What a registry does with a call. `honest` makes the correct response to this call, or to a different one. */
export type Misbehaviour = (
  call: ProjectCall,
  honest: (call?: ProjectCall) => ProjectResponse,
) => ProjectResponse | Behaviour;

/** A registry of one project that behaves as the interface document says, except for its misbehaviour. */
export interface ProjectRegistry extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly registry: ScriptedRegistry;
}

/** A key that a shell, a URL, JSON and HTML each have to escape in their own way. */
export const hostileKey = 's3cret &"Key"/+=%25#$\'`<0123>é';

/** Starts it on a free loopback port. */
export async function startProjectRegistry(
  project: Project,
  misbehave: Misbehaviour = (_, honest) => honest(),
  key = hostileKey,
): Promise<ProjectRegistry> {
  const registry = await startScriptedRegistry((scripted, position) => {
    const { pathname, searchParams: query } = new URL(scripted.path, "http://registry");
    const path = pathname.replace("/api/v1/", "");
    const call = { path, query, headers: scripted.headers, position };
    const reaction = misbehave(call, (other = call) => answer(project, other, key));
    if (typeof reaction === "function") reaction(scripted, position);
    else send(reaction, scripted);
  });
  return {
    url: registry.url,
    key,
    registry,
    [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose](),
  };
}

function send(
  { status, body, headers }: ProjectResponse,
  { response }: Parameters<Behaviour>[0],
): void {
  const isText = typeof body === "string" || Buffer.isBuffer(body);
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

/** Answers as the interface document says. Where it is silent, refuses anything doubtful. */
function answer(project: Project, { path, query }: ProjectCall, key: string): ProjectResponse {
  if (query.get("key") !== key) return refuse(401);
  const [kind = "", id, end] = path.split("/");
  if (kind === "additional_data") {
    const structure = project.structures[path.split("/")[2] ?? ""];
    return structure === undefined ? refuse(404) : { status: 200, body: structure };
  }
  if (kind !== "tags" && kind !== "terminals") return refuse(404);
  if (id === undefined) return answerPage(kind, project[kind], query);
  if (end !== "") return refuse(404);
  const record = project[kind].find((one) => String(one.id) === decodeURIComponent(id));
  if (record === undefined) return refuse(404);
  return { status: 200, body: kind === "tags" ? { tag: record } : { terminals: [record] } };
}

function answerPage(
  kind: "tags" | "terminals",
  records: readonly ProjectRecord[],
  query: URLSearchParams,
): ProjectResponse {
  const limit = Number(query.get("limit") ?? 1000);
  const page = Number(query.get("page") ?? 1);
  if (!(limit >= 1 && page >= 1) || (query.get("type") ?? "json") !== "json") return refuse(400);
  return { status: 200, body: toPage(kind, records, { limit, page }) };
}

/** A page with a correct envelope. */
export function toPage(
  kind: "tags" | "terminals",
  records: readonly ProjectRecord[],
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

const firstTime = 1_700_000_000;

/** A project with this many tags and 12 terminals. Each tag names a terminal. The terminals name the first tags, one each. */
export function createProject(tagCount = 230): Project {
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
  const text = (identifier: string, type = "textbox") => ({
    type,
    name: `The ${identifier}`,
    identifier,
    set_via_app: false,
  });
  return {
    tags,
    terminals,
    structures: {
      tag: {
        items: [text("site"), text("floor", "number"), text("terminal_id", "number")],
        last_update: firstTime,
      },
      terminal: { items: [text("home_tag")], last_update: firstTime },
    },
  };
}

/** A UID of seven bytes that looks random. */
function toUid(place: number): string {
  const middle = (BigInt(place + 1) * 0x9e3779b97f4a7cn) & 0xffffffffffn;
  return `04${middle.toString(16).padStart(10, "0")}80`.toUpperCase();
}
