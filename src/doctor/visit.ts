import type { JsonObject } from "../gateway/call/decode/json-values.ts";
import type { FirstPage } from "../gateway/call/decode/page-numbers.ts";
import { decodePage, type RecordPage, type Subject } from "../gateway/call/decode/records.ts";
import { type CheckCall, encodePart } from "./calls/call.ts";
import type { Calls } from "./calls/calls.ts";
import type { CallOutcome, TlsFacts } from "./calls/fetcher.ts";
import type { Words } from "./words.ts";

/** A registry while the doctor examines it. */
export interface Visit {
  readonly calls: Calls;
  readonly words: Words;
  readonly baseUrl: string;
  /** The caller's key. Findings must not reveal it. */
  readonly key: string;
  readonly timeoutMs: number;
  readonly hasProxy: boolean;
  /** Whether a setting already has this value. */
  isSet(name: string, value: string): boolean;
  /** Milliseconds since 1970. */
  now(): number;
  tls(): TlsFacts | null;
  /** What the checks have found out so far. Later ones ask accordingly. */
  readonly known: Known;
}

interface Known {
  /** The end of a list's path. */
  listEnd: "" | "/";
  /** The end of a single record's path. */
  singleEnd: "" | "/";
  /** The query that a response in JSON needs. */
  typeQuery: Readonly<Record<string, string>>;
  /** The number of a list's first page; `only` if there are no others; null if it is not known. */
  firstPage: FirstPage | null;
  /** The largest limit that the registry serves; null if it is not known. */
  largestLimit: number | null;
  /** The unusual statuses that an unknown id gets; 200 means with an error in the body. */
  absentStatuses: readonly number[];
}

/** What is known before the first check: that paths and queries are as documented. */
export const asDocumented: Known = {
  listEnd: "",
  singleEnd: "/",
  typeQuery: {},
  firstPage: null,
  largestLimit: null,
  absentStatuses: [],
};

/** A check needs something that no earlier check could find out. */
export class NotKnownError extends Error {
  override readonly name = "NotKnownError";
}

/** @throws NotKnownError */
export function requireKnown<Name extends "firstPage" | "largestLimit">(
  { known }: Visit,
  name: Name,
): NonNullable<Known[Name]> {
  const value = known[name];
  if (value === null) throw new NotKnownError(`${name} is not known.`);
  return value;
}

export interface Asked {
  readonly call: CheckCall;
  readonly outcome: CallOutcome;
}

export type ListPage = RecordPage<Subject>;

/** Makes a call, or takes its outcome if an earlier check made it. */
async function ask({ calls }: Visit, call: CheckCall): Promise<Asked> {
  return { call, outcome: await calls.make(call) };
}

export type ListQuery = Readonly<Record<string, string | number>>;

/** The cheapest page of a list. */
export const firstRow = { limit: 1, page: 1 } as const;

/** The call for a list. Here, pages are counted from 1, whatever the registry does. */
export function createListCall(
  { known }: Visit,
  subject: Subject,
  query: ListQuery = {},
): CheckCall {
  const strings = Object.entries(query).map(([name, value]) => {
    const isShifted = name === "page" && known.firstPage === 0;
    return [name, String(isShifted ? Number(value) - 1 : value)] as const;
  });
  const path = `/api/v1/${subject}s${known.listEnd}`;
  return { path, query: { ...known.typeQuery, ...Object.fromEntries(strings) } };
}

/**
 * Asks for a page of a list. `page` is undefined if the gateway could not read it. `ids` has an empty string for a row without an id.
 * @param changes what differs from the call that is known to work.
 */
export async function askList(
  visit: Visit,
  subject: Subject,
  query: ListQuery = {},
  changes: Partial<CheckCall> = {},
): Promise<Asked & { readonly page?: ListPage; readonly ids?: readonly string[] }> {
  const asked = await ask(visit, { ...createListCall(visit, subject, query), ...changes });
  const { outcome } = asked;
  if (!outcome.isAnswered || outcome.status !== 200) return asked;
  try {
    const page = decodePage(subject, outcome.json, "");
    return { ...asked, page, ids: page.rows.map((row) => ("id" in row ? row.id : "")) };
  } catch {
    return asked;
  }
}

export async function askSingle(
  visit: Visit,
  subject: Subject,
  id: string,
  end: "" | "/" = visit.known.singleEnd,
): Promise<Asked> {
  const base = `/api/v1/${subject}s/`;
  const shown = `${base}$${subject.toUpperCase()}_ID${end}`;
  return ask(visit, { path: base + encodePart(id) + end, shown, query: visit.known.typeQuery });
}

export async function askStructure(visit: Visit, subject: Subject): Promise<Asked> {
  const { listEnd, typeQuery } = visit.known;
  const path = `/api/v1/additional_data/structure/${subject}${listEnd}`;
  return ask(visit, { path, query: typeQuery });
}

const maxSampleRows = 1000;

/** The limit for reading a list's first rows: the largest that is served, but at most 1,000. */
export function sampleLimit(visit: Visit): number {
  return Math.min(requireKnown(visit, "largestLimit"), maxSampleRows);
}

/** A list's first rows, at most 1,000. */
export interface Sample {
  /** The records with an id that can be read. */
  readonly records: readonly JsonObject[];
  readonly ids: readonly string[];
  /** The number of rows, also of those without an id. */
  readonly rows: number;
  /** Whether the list has no more rows, according to its envelope. */
  readonly isComplete: boolean;
}

/** Reads the sample of a list, at the cost of a call or two for all checks together; undefined if the list cannot be read. */
export async function readSample(visit: Visit, subject: Subject): Promise<Sample | undefined> {
  const { page: byDefault } = await askList(visit, subject);
  if (byDefault && isComplete(byDefault)) return toSample(byDefault);
  const limit = sampleLimit(visit);
  if (byDefault && byDefault.rows.length >= limit) return toSample(byDefault);
  const { page } = await askList(visit, subject, { limit, page: 1 });
  return page && toSample(page);
}

function toSample(page: ListPage): Sample {
  // A registry may ignore limits.
  const rows = page.rows.slice(0, maxSampleRows);
  const records = rows.filter((row) => "fields" in row);
  return {
    records: records.map(({ fields }) => fields),
    ids: records.map(({ id }) => id),
    rows: rows.length,
    isComplete: isComplete(page),
  };
}

function isComplete({ rows, count, limit }: ListPage): boolean {
  return count === rows.length && (limit === null || rows.length < limit);
}
