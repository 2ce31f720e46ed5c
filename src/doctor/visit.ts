import type { OwnFields } from "../gateway/resolvers/own-fields/own-fields.ts";
import type { JsonObject } from "../registry-client/json-values.ts";
import type { FirstPage } from "../registry-client/page-numbers.ts";
import { decodePage, type RecordPage, type Subject } from "../registry-client/records.ts";
import { type CheckCall, encodePart } from "./calls/call.ts";
import { type Calls, UnfinishedError } from "./calls/calls.ts";
import type { CallOutcome, TlsFacts } from "./calls/fetcher.ts";
import type { Words } from "./words.ts";

export interface Visit {
  readonly calls: Calls;
  readonly words: Words;
  readonly baseUrl: string;
  /** The caller's key. Findings must not reveal it. */
  readonly key: string;
  readonly timeoutMs: number;
  readonly hasProxy: boolean;
  isSet(name: string, value: string): boolean;
  /** Those of the file that `OWN_FIELDS` names. */
  readonly ownFields: OwnFields;
  now(): number;
  tls(): TlsFacts | null;
  /** What the checks have found out so far. Later ones ask accordingly. */
  readonly known: Known;
}

interface Known {
  listEnd: "" | "/";
  singleEnd: "" | "/";
  typeQuery: Readonly<Record<string, string>>;
  /** The number of a list's first page; `only` if there are no others; null if it is not known. */
  firstPage: FirstPage | null;
  largestLimit: number | null;
  /** The unusual statuses that an unknown id gets; 200 means with an error in the body. */
  absentStatuses: readonly number[];
}

export const asDocumented: Known = {
  listEnd: "",
  singleEnd: "/",
  typeQuery: {},
  firstPage: null,
  largestLimit: null,
  absentStatuses: [],
};

/** @throws UnfinishedError if the check that finds it out could not be finished. */
export function requireKnown<Name extends "firstPage" | "largestLimit">(
  { known }: Visit,
  name: Name,
): NonNullable<Known[Name]> {
  const value = known[name];
  if (value === null) throw new UnfinishedError(`${name} is not known.`);
  return value;
}

export interface Asked {
  readonly call: CheckCall;
  readonly outcome: CallOutcome;
}

export type ListPage = RecordPage<Subject>;

async function ask({ calls }: Visit, call: CheckCall): Promise<Asked> {
  return { call, outcome: await calls.make(call) };
}

type ListQuery = Readonly<Record<string, string | number>>;

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
 * Asks for a page of a list. There is no `page` if the gateway could not read it. Of a row without
 * an id, `ids` has an empty string.
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

export function sampleLimit(visit: Visit): number {
  return Math.min(requireKnown(visit, "largestLimit"), maxSampleRows);
}

/** A list's first rows, at most 1,000; none if the list cannot be read. */
export interface Sample {
  readonly call: CheckCall;
  readonly isRead: boolean;
  readonly records: readonly JsonObject[];
  readonly ids: readonly string[];
  readonly rows: number;
  readonly isComplete: boolean;
}

/** Reads the sample of a list, at the cost of a call or two for all checks together. */
export async function readSample(visit: Visit, subject: Subject): Promise<Sample> {
  const { call, page: byDefault } = await askList(visit, subject);
  const isEnough =
    byDefault && (isComplete(byDefault) || byDefault.rows.length >= sampleLimit(visit));
  const page = isEnough
    ? byDefault
    : (await askList(visit, subject, { limit: sampleLimit(visit), page: 1 })).page;
  // A registry may ignore limits.
  const rows = page?.rows.slice(0, maxSampleRows) ?? [];
  const records = rows.filter((row) => "fields" in row);
  return {
    call,
    isRead: page !== undefined,
    records: records.map(({ fields }) => fields),
    ids: records.map(({ id }) => id),
    rows: rows.length,
    isComplete: page !== undefined && isComplete(page),
  };
}

function isComplete({ rows, count, limit }: ListPage): boolean {
  return count === rows.length && (limit === null || rows.length < limit);
}
