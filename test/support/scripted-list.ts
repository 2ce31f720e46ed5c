import type { PlainRecord } from "./list-registry.ts";
import { type ScriptedRegistry, startScriptedRegistry } from "./scripted-registry.ts";

/** How a registry of lists answers. It reads its rules at each call, so that a test can change them at any time. */
export interface ListRules {
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

/** A call that the registry answered. */
export interface ListCall {
  readonly key: string;
  /** The path, such as `tags/04aa/`; for a list with its query, as `tags?limit=100&page=1`. */
  readonly name: string;
  /** The `limit` of a list call; null if the call had none. */
  readonly limit: number | null;
  readonly status: number;
  /** Length of the body, in bytes. */
  readonly bytes: number;
}

/** A registry that follows its rules, and the calls that it received. */
export interface ScriptedList extends AsyncDisposable {
  readonly url: string;
  readonly rules: ListRules;
  readonly calls: ListCall[];
  readonly registry: ScriptedRegistry;
}

interface Lists {
  readonly tags?: readonly PlainRecord[];
  readonly terminals?: readonly PlainRecord[];
}

/** Starts a registry of lists. Any key may read them unless the rules refuse it. A test can also change the lists. */
export async function startScriptedList(lists: Lists): Promise<ScriptedList> {
  const rules: ListRules = { keys: new Map(), clamps: new Map() };
  const calls: ListCall[] = [];
  const registry = await startScriptedRegistry(({ path, response }) => {
    const { pathname, searchParams } = new URL(path, "http://registry");
    const key = searchParams.get("key") ?? "";
    const name = pathname.replace("/api/v1/", "");
    const limit = searchParams.get("limit");
    const { status, body } = answer(lists, rules, { name, key, query: searchParams });
    const text = JSON.stringify(body);
    searchParams.delete("key");
    const query = searchParams.size > 0 ? `?${searchParams}` : "";
    calls.push({
      key,
      name: name + query,
      limit: limit === null ? null : Number(limit),
      status,
      bytes: Buffer.byteLength(text),
    });
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  });
  return {
    url: registry.url,
    rules,
    calls,
    registry,
    [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose](),
  };
}

interface Reply {
  readonly status: number;
  readonly body: object;
}

function answer(
  lists: Lists,
  rules: ListRules,
  call: { readonly name: string; readonly key: string; readonly query: URLSearchParams },
): Reply {
  const { name, key, query } = call;
  const refusal = rules.keys.get(key);
  if (refusal !== undefined) return { status: refusal, body: { error: "key" } };
  const [kind, id] = name.split("/") as ["tags" | "terminals", string | undefined];
  const records = lists[kind] ?? [];
  if (id !== undefined) {
    return answerRecord(
      kind,
      records.find((record) => String(record.id) === id),
    );
  }
  const clamp = rules.clamps.get(key) ?? rules.clamp;
  return answerPage(kind, records, { ...rules, clamp }, query);
}

function answerPage(
  kind: string,
  records: readonly PlainRecord[],
  { clamp, refuseAbove, refuseWith = 400, pastEnd, reportedLimit, isCountless }: ListRules,
  query: URLSearchParams,
): Reply {
  const asked = Number(query.get("limit") ?? 1000);
  const number = Number(query.get("page") ?? 1);
  if (asked > (refuseAbove ?? Number.POSITIVE_INFINITY)) {
    return { status: refuseWith, body: { error: "limit" } };
  }
  const limit = Math.min(asked, clamp ?? asked);
  const count = records.length;
  const last = Math.max(Math.ceil(count / limit), 1);
  if (typeof pastEnd === "number" && number > last) {
    return { status: pastEnd, body: { error: "page" } };
  }
  const page = pastEnd === "last page" ? Math.min(number, last) : number;
  const rows = records.slice((page - 1) * limit, page * limit);
  return {
    status: 200,
    body: {
      [kind]: rows,
      limit: reportedLimit === "rows" ? Math.max(rows.length, 1) : (reportedLimit ?? limit),
      page,
      ...(isCountless ? {} : { count, page_count: Math.ceil(count / limit) }),
    },
  };
}

function answerRecord(kind: string, record: PlainRecord | undefined): Reply {
  if (record === undefined) return { status: 404, body: { error: "absent" } };
  return { status: 200, body: kind === "tags" ? { tag: record } : { terminals: [record] } };
}
