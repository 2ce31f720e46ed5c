import { gzipSync } from "node:zlib";
import { writeXml } from "../../src/registry/http/xml.ts";
import {
  createProject,
  type PlainRecord,
  type Project,
  type ProjectResponse,
  type Rules,
  refuse,
  toPage,
} from "../support/project.ts";
import {
  endlessBody,
  type Misbehaviour,
  reset,
  type ScriptedRegistry,
  stall,
  startScriptedRegistry,
} from "../support/scripted-registry.ts";

/** A registry that is not as documented, what the doctor says about it, and how the gateway deals with it. */
export interface Case {
  readonly misbehave?: Misbehaviour;
  readonly rules?: Partial<Rules>;
  readonly project?: Project;
  /** Findings by id: the status, and what the detail contains. */
  readonly says: Readonly<Record<string, readonly ["ok" | "warning" | "error", RegExp]>>;
  /** The links that the doctor proposes; null: none. @default those of the project */
  readonly links?: string | null;
  /** The settings that it proposes, apart from the address and the links. */
  readonly settings?: Readonly<Record<string, string>>;
  /** @default "works" */
  readonly outcome?: "works" | "cannot-work" | "unknown";
  /**
   * The values that differ from those with an honest registry, although the gateway has the doctor's settings: by path, such as
   * `tag.name`. An error is represented by its code.
   */
  readonly differs?: Readonly<Record<string, unknown>>;
  /** The REST calls of these responses; `any`: they are not counted. @default as many as with an honest registry */
  readonly calls?: number | "any";
}

export async function startCase(
  { project = createProject(), misbehave, rules }: Case,
  key = project.key,
): Promise<ScriptedRegistry> {
  const served = key === undefined ? project : { ...project, key };
  const registry = await startScriptedRegistry(served, { misbehave });
  Object.assign(registry.rules, rules);
  return registry;
}

const isList = (path: string) => /^(tags|terminals)\/?$/.test(path);
export const isSingle = (path: string) => /^(tags|terminals)\/[^/]+/.test(path);

function inLists(
  change: (body: ProjectResponse["body"], query: URLSearchParams) => object,
): Misbehaviour {
  return ({ path, query }, honest) => {
    const response = honest();
    return isList(path) && response.status === 200
      ? { ...response, body: change(response.body, query) }
      : response;
  };
}

function withRecords(change: (record: PlainRecord, place: number) => object): Project {
  const project = createProject();
  const apply = (records: readonly PlainRecord[]) =>
    records.map((record, place) => change(record, place) as PlainRecord);
  return { ...project, tags: apply(project.tags), terminals: apply(project.terminals) };
}

function reading(change: (query: URLSearchParams) => void): Misbehaviour {
  return (call, honest) => {
    const query = new URLSearchParams(call.query);
    change(query);
    return honest({ ...call, query });
  };
}

/** Another response for ids that no record has. */
function forUnknownIds(
  answer: (response: ProjectResponse, path: string) => ProjectResponse,
): Misbehaviour {
  return ({ path }, honest) => {
    const response = honest();
    return isSingle(path) && response.status === 404 ? answer(response, path) : response;
  };
}

function forWrongKeys(answer: ProjectResponse): Misbehaviour {
  return (_, honest) => (honest().status === 401 ? answer : honest());
}

function above100(answer: ReturnType<Misbehaviour>): Misbehaviour {
  return ({ path, query }, honest) =>
    isList(path) && Number(query.get("limit") ?? 1000) > 100 ? answer : honest();
}

/** XML, unless it is asked for JSON. */
function xmlAs(type: string): Misbehaviour {
  return (call, honest) => {
    const response = honest();
    if (call.query.has("type") || response.status !== 200) return response;
    const body = writeXml(JSON.stringify(response.body));
    return { ...response, body, headers: { "content-type": type } };
  };
}

export function withTimes(
  toTime: (place: number, seconds: number) => unknown,
  project: Project = createProject(),
): Project {
  const change = (record: PlainRecord, place: number) => ({
    ...record,
    added_when: toTime(place, Number(record["added_when"])),
    last_update: toTime(place, Number(record["last_update"])),
  });
  return { ...project, tags: project.tags.map(change), terminals: project.terminals.map(change) };
}

export const fromZero: Misbehaviour = reading((query) =>
  query.set("page", String(Number(query.get("page") ?? 0) + 1)),
);

/** The first page, whatever the number. The envelope repeats that number. */
export const pageless: Misbehaviour = (call, honest) => {
  const query = new URLSearchParams(call.query);
  query.set("page", "1");
  const response = honest({ ...call, query });
  const page = Number(call.query.get("page") ?? 1);
  return isList(call.path) && response.status === 200
    ? { ...response, body: { ...response.body, page } }
    : response;
};

/** Converts a time in seconds to a date as databases write it. */
function toDate(seconds: unknown): string {
  return new Date(Number(seconds) * 1000).toISOString().replace(".000", "");
}

function otherId({ id }: PlainRecord): string | number | undefined {
  return typeof id === "string" ? createProject().tags[1]?.id : 1002;
}

const rowsOf = (body: ProjectResponse["body"]): readonly PlainRecord[] =>
  body.tags ?? body.terminals;

const large = createProject(1200);

const webPage = {
  status: 200,
  body: "<!doctype html><title>Welcome</title>",
  headers: { "content-type": "text/html" },
};

export const misbehaviours: Readonly<Record<string, Case>> = {
  "nothing is wrong": { says: { links: ["ok", /terminal_id → terminal.id: 100%/] } },
  "it has no records": {
    links: null,
    project: { ...createProject(0), terminals: [] },
    says: {
      "count-tags": ["ok", /number of tags, 0,/],
      "single-tag": ["ok", /no tag to ask for/],
      links: ["ok", /No additional data/],
    },
  },
  "pages are clamped to 50 rows": {
    calls: 17,
    rules: { clamp: 50 },
    says: { "largest-limit": ["ok", /^50 rows per page: a larger limit is reduced to that/] },
  },
  "pages are clamped to 50 rows, and the envelope denies it": {
    calls: 17,
    rules: { clamp: 50 },
    misbehave: inLists((body, query) => ({ ...body, limit: Number(query.get("limit") ?? 1000) })),
    says: { "largest-limit": ["warning", /returns 50 of 230, and claims to return 1,000/] },
    settings: { REGISTRY_MAX_LIMIT: "50" },
  },
  "a limit above 100 is 422": {
    calls: 25,
    project: large,
    misbehave: above100(refuse(422)),
    says: { "largest-limit": ["ok", /^At least 100 rows .* fewer than 250: limit=250 gets 422/] },
    settings: { REGISTRY_MAX_LIMIT: "100" },
  },
  "a limit above 100 is 500": {
    calls: 25,
    project: large,
    misbehave: above100(refuse(500)),
    says: {
      "largest-limit": ["warning", /^At least 100 rows .* fewer than 250: limit=250 gets 500/],
    },
    settings: { REGISTRY_MAX_LIMIT: "100" },
  },
  "a limit above 100 gets a body that cannot be inflated": {
    calls: 25,
    project: large,
    misbehave: above100({
      status: 200,
      body: "not gzip",
      headers: { "content-encoding": "gzip" },
    }),
    says: { "largest-limit": ["warning", /limit=250 gets a body that is too long or damaged\.$/] },
    settings: { REGISTRY_MAX_LIMIT: "100" },
  },
  "a limit above 100 never gets a response": {
    calls: 25,
    project: large,
    misbehave: above100(stall),
    says: { "largest-limit": ["warning", /limit=250 gets no response \(TIMEOUT\)/] },
    settings: { REGISTRY_MAX_LIMIT: "100", REGISTRY_TIMEOUT_MS: "15000" },
  },
  "the limit is ignored": {
    calls: 13,
    misbehave: reading((query) => query.delete("limit")),
    says: { order: ["warning", /ignores the limit/] },
  },
  "count counts the rows on the page": {
    // Each total is counted, because the count contradicts the list's end.
    calls: 24,
    misbehave: inLists((body) => ({ ...body, count: rowsOf(body).length, page_count: 1 })),
    project: large,
    says: { "count-tags": ["warning", /number of rows on the page/] },
  },
  "page_count is one too many": {
    misbehave: inLists((body) => ({ ...body, page_count: Number(body.page_count) + 1 })),
    calls: "any",
    says: { "count-tags": ["warning", /number of tags, 230, but page_count is \d+/] },
  },
  "count counts tags in the list of terminals": {
    calls: 23,
    misbehave: inLists((body) => ({ ...body, count: 230 })),
    says: {
      "count-tags": ["ok", /number of tags, 230,/],
      "count-terminals": ["warning", /it is the number of tags/],
    },
  },
  "the envelope is missing": {
    calls: 19,
    misbehave: inLists(({ tags, terminals }) => ({ tags, terminals })),
    says: { "count-tags": ["warning", /no count that can be read/] },
  },
  "the envelope's numbers are strings": {
    misbehave: inLists((body) => ({
      ...body,
      limit: String(body.limit),
      page: String(body.page),
      count: String(body.count),
    })),
    says: { "count-tags": ["ok", /number of tags, 230,/] },
  },
  "a page past the end is 404": {
    rules: { pastEnd: 404 },
    says: { "past-end": ["ok", /gets 404/] },
  },
  "a page past the end is the last one again": {
    rules: { pastEnd: "last page" },
    says: { "past-end": ["warning", /gets the first page again/] },
  },
  "the order changes from call to call": {
    misbehave: (call, honest) => {
      if (call.path !== "tags" || call.query.get("key") === null) return honest();
      const limit = Number(call.query.get("limit") ?? 1000);
      const page = Number(call.query.get("page") ?? 1);
      if (!(limit > 0) || honest().status !== 200) return honest();
      const { tags } = createProject();
      const turn = (call.position * 37) % tags.length;
      const turned = [...tags.slice(turn), ...tags.slice(0, turn)];
      return { status: 200, body: toPage("tags", turned, { limit, page }) };
    },
    says: { order: ["warning", /order changes/] },
    differs: { tags: "any", lastTags: "any", filtered: "any" },
  },
  "pages are counted from 0, but not in the envelope": {
    misbehave: fromZero,
    says: { pages: ["warning", /counted from 0/], "count-tags": ["ok", /number of tags, 230,/] },
    settings: { REGISTRY_FIRST_PAGE: "0" },
  },
  "pages are counted from 0, also in the envelope": {
    project: large,
    misbehave: (call, honest) => {
      const response = fromZero(call, honest) as ProjectResponse;
      const { page } = response.body;
      return page === undefined
        ? response
        : { ...response, body: { ...response.body, page: page - 1 } };
    },
    says: { pages: ["warning", /counted from 0/], order: ["ok", /same rows/] },
    settings: { REGISTRY_FIRST_PAGE: "0" },
  },
  "pages are counted from 0, and a page past the end is the last one again": {
    rules: { pastEnd: "last page" },
    misbehave: fromZero,
    says: { pages: ["warning", /counted from 0/] },
    settings: { REGISTRY_FIRST_PAGE: "0" },
  },
  "pages are counted from 0, and there are terminals, but no tags": {
    project: createProject(0),
    links: null,
    misbehave: fromZero,
    says: { pages: ["warning", /counted from 0/] },
    settings: { REGISTRY_FIRST_PAGE: "0" },
  },
  "page is ignored": {
    misbehave: reading((query) => query.set("page", "1")),
    says: {
      pages: ["warning", /page 1 again/],
      "count-tags": ["ok", /One page has all of them: 230/],
    },
    settings: { REGISTRY_FIRST_PAGE: "only" },
  },
  "page is ignored except in the envelope, and there are more records than the default limit": {
    project: large,
    misbehave: pageless,
    says: {
      pages: ["warning", /page 1 again/],
      "count-tags": ["warning", /A page of 10,000 rows has all of them: 1,200/],
    },
    settings: { REGISTRY_FIRST_PAGE: "only", REGISTRY_MAX_LIMIT: "10000" },
    calls: 12,
  },
  "page is ignored, and pages are clamped to 50 rows": {
    rules: { clamp: 50 },
    misbehave: pageless,
    says: { "count-tags": ["error", /Of 230 tags only the first 50 can be read/] },
    settings: { REGISTRY_FIRST_PAGE: "only" },
    outcome: "cannot-work",
  },
  "lists without a slash at the end are 404": {
    misbehave: (call, honest) =>
      call.path.endsWith("/")
        ? honest({ ...call, path: isSingle(call.path) ? call.path : call.path.slice(0, -1) })
        : refuse(404),
    says: {
      "list-slash": ["warning", /only with a slash at the end; the documented path gets 404/],
    },
    settings: { REGISTRY_SLASHES: "always" },
  },
  "lists without a slash at the end are redirected": {
    misbehave: ({ path, query, ...call }, honest) =>
      path.endsWith("/")
        ? honest({ ...call, query, path: isSingle(path) ? path : path.slice(0, -1) })
        : { status: 301, body: "", headers: { location: `/api/v1/${path}/?${query}` } },
    says: { "list-slash": ["warning", /the documented path gets 301/] },
    settings: { REGISTRY_SLASHES: "always" },
  },
  "single records with a slash at the end are 404": {
    misbehave: (call, honest) => {
      if (!isSingle(call.path)) return honest();
      return call.path.endsWith("/") ? refuse(404) : honest({ ...call, path: `${call.path}/` });
    },
    says: { "single-slash": ["warning", /only without a slash/] },
    settings: { REGISTRY_SLASHES: "never" },
  },
  "lists without a slash at the end and single records with one are 404": {
    misbehave: (call, honest) => {
      const { path } = call;
      if (isSingle(path) === path.endsWith("/")) return refuse(404);
      return honest({ ...call, path: isSingle(path) ? `${path}/` : path.slice(0, -1) });
    },
    says: {
      "list-slash": ["warning", /only with a slash/],
      "single-slash": ["warning", /only without a slash/],
    },
    settings: { REGISTRY_SLASHES: "reversed" },
  },
  "a single terminal is a lone object, a single tag the bare record": {
    misbehave: (call, honest) => {
      const response = honest();
      if (!isSingle(call.path) || response.status !== 200) return response;
      const { tag, terminals } = response.body;
      return { ...response, body: tag ?? { terminal: terminals[0] } };
    },
    says: {
      "single-tag": ["warning", /is the bare record/],
      "single-terminal": ["warning", /an object under "terminal"/],
    },
  },
  "a single tag is an array": {
    misbehave: (_, honest) => {
      const response = honest();
      return response.body.tag ? { ...response, body: { tags: [response.body.tag] } } : response;
    },
    says: { "single-tag": ["warning", /an array under "tags"/] },
  },
  "a wrong key gets 400": {
    misbehave: ({ query }, honest) =>
      honest().status === 401 ? refuse(query.has("key") ? 400 : 422) : honest(),
    says: { "wrong-key": ["warning", /gets 400/], "no-key": ["ok", /422/] },
    settings: { REGISTRY_BAD_KEY_STATUS: "401,403,400" },
  },
  "a wrong key and an unknown id get 400": {
    calls: 13,
    misbehave: (_, honest) => ([401, 404].includes(honest().status) ? refuse(400) : honest()),
    says: { "wrong-key": ["warning", /gets 400/], "unknown-tag": ["warning", /gets 400/] },
    settings: { REGISTRY_ABSENT_STATUS: "404,410,400", REGISTRY_BAD_KEY_STATUS: "401,403,400" },
  },
  "a wrong key, an unknown id and a page past the end get 404": {
    calls: 13,
    rules: { pastEnd: 404 },
    misbehave: forWrongKeys(refuse(404)),
    says: { "wrong-key": ["warning", /gets 404/], "past-end": ["ok", /gets 404/] },
    settings: { REGISTRY_BAD_KEY_STATUS: "401,403,404" },
  },
  "a wrong key is redirected to a login": {
    misbehave: forWrongKeys({ status: 302, body: "", headers: { location: "/login" } }),
    says: { "wrong-key": ["warning", /gets 302/] },
    settings: { REGISTRY_BAD_KEY_STATUS: "401,403,302" },
  },
  "a wrong key gets 500": {
    misbehave: forWrongKeys(refuse(500)),
    says: { "wrong-key": ["warning", /gets 500/] },
    differs: { wrongKey: "REGISTRY_UNAVAILABLE" },
  },
  "a wrong key gets a web page": {
    misbehave: forWrongKeys(webPage),
    says: { "wrong-key": ["warning", /gets a web page/] },
    differs: { wrongKey: "REGISTRY_BAD_RESPONSE" },
  },
  "a wrong key gets an empty list": {
    misbehave: (call, honest) => {
      const response = honest();
      if (response.status !== 401 || call.path !== "tags") return response;
      return { status: 200, body: toPage("tags", [], { limit: 1, page: 1 }) };
    },
    says: { "wrong-key": ["warning", /gets an empty list/] },
    differs: { wrongKey: null, wrongKeyById: "UNAUTHENTICATED" },
  },
  "an error is nested without end": {
    misbehave: () => ({
      status: 400,
      body: `{"error":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
    }),
    says: { key: ["error", /refuses the key/] },
    outcome: "cannot-work",
  },
  "everything is redirected to another path of the same origin": {
    misbehave: ({ path, query }) => ({
      status: 302,
      body: "",
      headers: { location: `/elsewhere/api/v1/${path}?${query}` },
    }),
    says: { service: ["error", /redirects to another address: http.*\/elsewhere$/] },
    outcome: "unknown",
  },
  "lists are redirected to another spelling of their path": {
    misbehave: (call, honest) =>
      call.path === "tags"
        ? { status: 308, body: "", headers: { location: `/api/v1/TAGS?${call.query}` } }
        : honest({ ...call, path: call.path.toLowerCase() }),
    says: { service: ["error", /redirects to \/api\/v1\/TAGS and keeps the key/] },
    outcome: "unknown",
  },
  "structures are redirected within the origin": {
    calls: 14,
    misbehave: ({ path, query }, honest) =>
      path.startsWith("additional_data") && !query.has("again")
        ? { status: 307, body: "", headers: { location: `/api/v1/${path}?${query}&again=1` } }
        : honest(),
    says: { "tag-structure": ["warning", /gets 307/] },
  },
  "every single record gets 400, whether it exists or not": {
    calls: 11,
    misbehave: ({ path }, honest) => (isSingle(path) ? refuse(400) : honest()),
    says: {
      "single-tag": ["warning", /gets 400/],
      "unknown-tag": ["warning", /gets 400/],
      "unknown-terminal": ["warning", /gets 400/],
    },
    differs: {
      tag: "REGISTRY_BAD_RESPONSE",
      terminal: "REGISTRY_BAD_RESPONSE",
      unknown: "REGISTRY_BAD_RESPONSE",
      wrongKeyById: "REGISTRY_BAD_RESPONSE",
    },
  },
  "a wrong key gets 200 with an error": {
    misbehave: forWrongKeys({ ...refuse(401), status: 200 }),
    says: { "wrong-key": ["warning", /200 with an error in the body/] },
    settings: { REGISTRY_BAD_KEY_STATUS: "401,403,200" },
  },
  "a wrong key and an unknown id get 200 with an error": {
    calls: 13,
    misbehave: (_, honest) => {
      const response = honest();
      return response.status === 200 ? response : { ...response, status: 200 };
    },
    says: {
      "wrong-key": ["warning", /200 with an error in the body/],
      "unknown-tag": ["warning", /200 with an error in the body/],
    },
    settings: { REGISTRY_ABSENT_STATUS: "404,410,200", REGISTRY_BAD_KEY_STATUS: "401,403,200" },
  },
  "a wrong key gets the records": {
    misbehave: (call, honest) => {
      const response = honest();
      if (response.status !== 401 || call.path !== "tags") return response;
      const [limit, page] = [Number(call.query.get("limit")), Number(call.query.get("page"))];
      return { status: 200, body: toPage("tags", createProject().tags, { limit, page }) };
    },
    says: { "wrong-key": ["warning", /also gets the records/] },
    differs: { wrongKey: null, wrongKeyById: "UNAUTHENTICATED" },
  },
  "an unknown id gets 503": {
    calls: 14,
    misbehave: forUnknownIds(() => refuse(503)),
    says: { "unknown-tag": ["warning", /gets 503/] },
    differs: { unknown: "REGISTRY_UNAVAILABLE" },
  },
  "an unknown tag gets 403, an unknown terminal 500": {
    calls: 13,
    misbehave: forUnknownIds((_, path) => refuse(path.startsWith("tags") ? 403 : 500)),
    says: { "unknown-tag": ["warning", /gets 403/], "unknown-terminal": ["warning", /gets 500/] },
    settings: { REGISTRY_ABSENT_STATUS: "404,410,403,500" },
  },
  "an unknown id gets the first record": {
    misbehave: forUnknownIds((_, path) => {
      const { tags, terminals } = createProject();
      const isTag = path.startsWith("tags");
      return { status: 200, body: isTag ? { tag: tags[0] } : { terminals: [terminals[0]] } };
    }),
    says: { "unknown-tag": ["warning", /200 with something other/] },
    differs: { unknown: "REGISTRY_BAD_RESPONSE" },
  },
  "an unknown id gets 200 with null": {
    misbehave: forUnknownIds((_, path) => ({
      status: 200,
      body: path.startsWith("tags") ? { tag: null } : { terminals: [] },
    })),
    says: { "unknown-tag": ["ok", /200 without a record/] },
  },
  "an unknown id gets 200 with an error": {
    misbehave: forUnknownIds((response) => ({ ...response, status: 200 })),
    says: { "unknown-tag": ["warning", /200 with an error in the body/] },
    settings: { REGISTRY_ABSENT_STATUS: "404,410,200" },
  },
  "timestamps are seconds of nine digits": {
    project: withTimes(() => 950_000_000),
    says: { timestamps: ["warning", /seconds since 1970. Some do not have 10 digits/] },
    settings: { REGISTRY_TIMESTAMP_UNIT: "s" },
    differs: { "tag.addedWhen": 950_000_000, "tag.addedAt": "2000-02-08T08:53:20.000Z" },
  },
  "timestamps are microseconds": {
    project: withTimes((_, seconds) => seconds * 1e6),
    says: { timestamps: ["warning", /in microseconds/] },
    settings: { REGISTRY_TIMESTAMP_UNIT: "us" },
    differs: { "tag.addedAt": "2023-11-14T22:13:20.000Z" },
  },
  "timestamps have no unit": {
    project: withTimes((place) => place + 1),
    says: { timestamps: ["warning", /In no unit/] },
    differs: { "tag.addedWhen": 1, "tag.addedAt": null },
  },
  "timestamps are date strings": {
    project: withTimes((_, seconds) => toDate(seconds)),
    says: { timestamps: ["warning", /100% of the timestamps are date strings/] },
    settings: { REGISTRY_TIMESTAMP_UNIT: "s" },
    differs: { "tag.addedWhen": 1_700_000_000, "tag.addedAt": "2023-11-14T22:13:20.000Z" },
  },
  "some timestamps are date strings, to the millisecond, and others integers": {
    project: withRecords((record) => ({
      ...record,
      added_when: toDate(record["added_when"]).replace("Z", ".250+00:00"),
    })),
    says: { timestamps: ["warning", /50% of the timestamps are date strings/] },
    settings: { REGISTRY_TIMESTAMP_UNIT: "s" },
    differs: { "tag.addedWhen": 1_700_000_000, "tag.addedAt": "2023-11-14T22:13:20.250Z" },
  },
  "timestamps are date strings without an offset": {
    project: withRecords((record) => ({ ...record, added_when: "2024-03-01 06:00:00" })),
    says: {
      timestamps: ["warning", /50% of the timestamps are neither integers nor date strings/],
    },
    differs: { "tag.addedWhen": "REGISTRY_BAD_RESPONSE", "tag.addedAt": "REGISTRY_BAD_RESPONSE" },
  },
  "numbers and booleans are strings": {
    project: withRecords((record) => ({
      ...record,
      is_active: "1",
      project_id: "7",
      added_when: "1700000000",
    })),
    says: { "tag-fields": ["ok", /Every documented field/], timestamps: ["ok", /seconds/] },
  },
  "fields are missing, and some cannot be read": {
    project: withRecords(({ name: _, ...record }, place) => ({
      ...record,
      is_active: "perhaps",
      project_id: place,
    })),
    says: {
      "tag-fields": [
        "warning",
        /"name" is missing in 230; "is_active" cannot be read in 230; they belong to 230 projects/,
      ],
    },
    differs: { "tag.name": "REGISTRY_BAD_RESPONSE", "tag.isActive": "REGISTRY_BAD_RESPONSE" },
  },
  "an id is missing, and two are the same": {
    project: withRecords((record, place) =>
      place === 8 || place === 9 ? { ...record, id: place === 8 ? null : otherId(record) } : record,
    ),
    says: {
      "tag-ids": [
        "warning",
        /1 row of 230 without an id that can be read. 1 row of 230 with an id that another row has/,
      ],
    },
  },
  "additional data is keyed by the items' names": {
    project: withRecords(({ additional_data: data, ...record }) => ({
      ...record,
      additional_data:
        data &&
        Object.fromEntries(Object.entries(data).map(([key, value]) => [`The ${key}`, value])),
    })),
    says: { "tag-data": ["ok", /3 keys with an item's name/] },
  },
  "additional data is a string of JSON": {
    project: withRecords((record) => ({
      ...record,
      additional_data: JSON.stringify(record["additional_data"]),
    })),
    says: { "tag-data": ["ok", /Of 230: 230 JSON strings \(read as an object\)/] },
  },
  "additional data is neither an object nor a string of JSON": {
    links: null,
    project: withRecords((record) => ({ ...record, additional_data: "floor=3" })),
    says: {
      "tag-data": [
        "warning",
        /In 100% of the records the additional data is not an object. Of 230: 230 other/,
      ],
    },
    differs: {
      "tag.additionalDataField": "REGISTRY_BAD_RESPONSE",
      "tag.additionalData": "REGISTRY_BAD_RESPONSE",
    },
  },
  "no structure is defined, and additional data is empty in two spellings": {
    links: null,
    project: {
      ...withRecords((record, place) => ({ ...record, additional_data: place < 99 ? [] : {} })),
      structures: {},
    },
    says: {
      "tag-structure": ["ok", /No structure/],
      "tag-data": [
        "ok",
        /^Of 230: 99 empty arrays \(read as an object\), 131 empty objects. No keys.$/,
      ],
    },
    differs: { structure: null },
  },
  "items have unknown types and no identifier": {
    project: {
      ...createProject(),
      structures: { tag: { items: [{ type: "dial", name: "Floor" }], last_update: 1 } },
    },
    says: { "tag-structure": ["warning", /"dial"; 1 item without an identifier/] },
    differs: { structure: { items: [{ identifier: "REGISTRY_BAD_RESPONSE" }] } },
  },
  "JSON is sent as text/html": {
    misbehave: (_, honest) => ({
      ...honest(),
      headers: { "content-type": "text/html; charset=utf-8" },
    }),
    says: { service: ["warning", /sends JSON as "text\/html"/] },
  },
  "connections are closed after a response, without notice": {
    misbehave: (_, honest) => (call) => {
      const { status, body } = honest();
      call.response.on("finish", () => call.socket.end());
      call.response.writeHead(status, { "content-type": "application/json" });
      call.response.end(JSON.stringify(body));
    },
    says: { order: ["ok", /same rows/] },
  },
  "responses are compressed": {
    misbehave: (_, honest) => ({
      ...honest(),
      body: gzipSync(JSON.stringify(honest().body)),
      headers: { "content-encoding": "gzip", "x-ratelimit-remaining": "99" },
    }),
    says: { "rate-limits": ["ok", /x-ratelimit-remaining: 99/] },
  },
  "every seventh call gets 503": {
    calls: "any",
    misbehave: ({ position }, honest) => (position % 7 === 6 ? refuse(503) : honest()),
    says: { latency: ["warning", /got 502, 503 or 504/] },
  },
  "every tenth call gets 429": {
    calls: "any",
    misbehave: ({ position }, honest) =>
      position % 10 === 9 ? { ...refuse(429), headers: { "retry-after": "0" } } : honest(),
    says: { "rate-limits": ["warning", /got 429/] },
  },
  "it refuses every call after the twelfth with 429": {
    misbehave: ({ position }, honest) =>
      position >= 12 ? { ...refuse(429), headers: { "retry-after": "3600" } } : honest(),
    says: { reach: ["error", /After 13 calls the registry says that there are too many/] },
    outcome: "unknown",
  },
  "it stops answering halfway": {
    misbehave: ({ position }, honest) => (position >= 12 ? reset : honest()),
    says: { reach: ["error", /After 15 calls the registry stopped answering/] },
    outcome: "unknown",
  },
  "it answers 500 to everything": {
    misbehave: () => refuse(500),
    says: { service: ["error", /answers 500 to the first call/] },
    outcome: "unknown",
  },
  "it sends a bare array": {
    misbehave: () => ({ status: 200, body: [] }),
    says: { service: ["error", /Another service answers there.*\(200, a bare array\)/] },
    outcome: "cannot-work",
  },
  "it sends an empty object": {
    misbehave: () => ({ status: 200, body: {} }),
    says: { service: ["error", /Another service answers there.*\(200, an empty object\)/] },
    outcome: "cannot-work",
  },
  "the key is refused with 200": {
    misbehave: ({ query }) => ({ status: 200, body: { error: `bad key ${query.get("key")}` } }),
    says: { key: ["error", /refuses the key \(200 with an error in the body\)/] },
    outcome: "cannot-work",
  },
  "a proxy asks for a password": {
    misbehave: () => ({
      status: 401,
      body: "<html>log in</html>",
      headers: { "content-type": "text/html", "www-authenticate": "Basic realm=x" },
    }),
    says: { key: ["error", /refuses the key \(401\)/] },
    outcome: "cannot-work",
  },
  "it is a web page": {
    misbehave: () => webPage,
    says: { service: ["error", /A web page answers there/] },
    outcome: "cannot-work",
  },
  "it sends a body without end": {
    misbehave: () => endlessBody,
    says: { service: ["error", /a body that is too long or damaged/] },
    outcome: "cannot-work",
  },
  "it is another API": {
    misbehave: () => ({ status: 200, body: { users: [], total: 0 } }),
    says: { service: ["error", /Another service answers there.*"users", "total"/] },
    outcome: "cannot-work",
  },
  "it has no such path": {
    misbehave: () => refuse(404),
    says: { service: ["error", /no \/api\/v1\/tags \(404\)/] },
    outcome: "cannot-work",
  },
  "it redirects to a login": {
    misbehave: ({ path, query }) => ({
      status: 302,
      body: "",
      headers: { location: `/login?next=${encodeURIComponent(`/api/v1/${path}?${query}`)}` },
    }),
    says: { service: ["error", /redirects to \/login, perhaps for a login/] },
    outcome: "cannot-work",
  },
  "it redirects to another origin": {
    misbehave: ({ path, query }) => ({
      status: 301,
      body: "",
      headers: { location: `https://registry.example/nfc/api/v1/${path}?${query}` },
    }),
    says: { service: ["error", /redirects to another address: https:\/\/registry.example\/nfc/] },
    outcome: "cannot-work",
  },
  "it answers XML unless it is asked for JSON": {
    misbehave: xmlAs("application/xml; charset=utf-8"),
    says: { "xml-default": ["warning", /XML unless it is asked for JSON/] },
    calls: 13,
  },
  "it answers XML whatever it is asked for": {
    misbehave: () => ({
      status: 200,
      body: "<tags/>",
      headers: { "content-type": "application/xml" },
    }),
    says: { service: ["error", /XML although JSON is the default/] },
    outcome: "cannot-work",
  },
};
