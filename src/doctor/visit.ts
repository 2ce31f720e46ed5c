import type { JsonObject } from "../gateway/call/decode/json-values.ts";
import { decodePage, type RecordPage, type Subject } from "../gateway/call/decode/records.ts";
import type { Calls } from "./calls/calls.ts";
import { type CheckCall, encodePart } from "./calls/check-call.ts";
import type { CallOutcome, TlsFacts } from "./calls/fetcher.ts";
import type { Conclusion } from "./finding.ts";
import { type Known, requireKnown } from "./known.ts";

export interface Check {
  readonly id: string;
  /**
   * The ids of its findings.
   * @default the check's id
   */
  readonly findings?: readonly string[];
  /** The question that it answers, in words, shown as progress. */
  readonly asks: string;
  /** Makes the calls, and returns the conclusions; none if there is nothing to say. */
  run(visit: Visit): Promise<readonly Conclusion[]>;
}

export type ListPage = RecordPage<Subject>;

/** A registry while the doctor examines it. */
export interface Visit {
  readonly calls: Calls;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly hasProxy: boolean;
  /** Whether a setting already has this value. */
  isSet(name: string, value: string): boolean;
  /** The caller's key. Findings must not reveal it. */
  readonly key: string;
  /** Milliseconds since 1970. */
  now(): number;
  tls(): TlsFacts | null;
  readonly known: Known;
}

export function addKnown(visit: Visit, learned: Partial<Known> = {}): Visit {
  return { ...visit, known: { ...visit.known, ...learned } };
}

/** The call for a list. Here, pages are counted from 1, whatever the registry does. */
export function createListCall(
  { known }: Pick<Visit, "known">,
  subject: Subject,
  { page, ...others }: Readonly<Record<string, string | number>> = {},
): CheckCall {
  const isShifted = page !== undefined && known.firstPage === 0;
  const query = {
    ...others,
    ...(page !== undefined && { page: Number(page) - Number(isShifted) }),
  };
  const strings = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
  const path = `/api/v1/${subject}s${known.listEnd}`;
  return { path, query: { ...known.typeQuery, ...Object.fromEntries(strings) } };
}

export function createSingleCall({ known }: Visit, subject: Subject, id: string): CheckCall {
  const base = `/api/v1/${subject}s/`;
  const path = base + encodePart(id) + known.singleEnd;
  const shown = `${base}$${subject.toUpperCase()}_ID${known.singleEnd}`;
  return { path, shown, query: known.typeQuery };
}

export function createStructureCall({ known }: Visit, subject: Subject): CheckCall {
  const path = `/api/v1/additional_data/structure/${subject}${known.listEnd}`;
  return { path, query: known.typeQuery };
}

export function decodeListPage(outcome: CallOutcome, subject: Subject): ListPage | undefined {
  if (!outcome.isAnswered || outcome.status !== 200) return undefined;
  try {
    return decodePage(subject, outcome.json, "");
  } catch {
    return undefined;
  }
}

const maxSampleRows = 1000;

/** The limit for reading a list's first rows: the largest that is served, but at most 1,000. */
export function sampleLimit(visit: Visit): number {
  return Math.min(requireKnown(visit.known, "largestLimit"), maxSampleRows);
}

/** The records of a list's first page, at most 1,000; undefined if the list cannot be read. */
export async function fetchSample(
  visit: Visit,
  subject: Subject,
): Promise<readonly JsonObject[] | undefined> {
  const page = await fetchSamplePage(visit, subject);
  return page?.rows.flatMap((row) => ("fields" in row ? [row.fields] : []));
}

export async function fetchSamplePage(
  visit: Visit,
  subject: Subject,
): Promise<ListPage | undefined> {
  const byDefault = decodeListPage(await visit.calls.make(createListCall(visit, subject)), subject);
  if (byDefault && isCompleteList(byDefault)) return cut(byDefault);
  const limit = sampleLimit(visit);
  if (byDefault && byDefault.rows.length >= limit) return cut(byDefault);
  const call = createListCall(visit, subject, { limit, page: 1 });
  const page = decodeListPage(await visit.calls.make(call), subject);
  return page && cut(page);
}

/** Drops the rows beyond the maximum: a registry may ignore limits. */
function cut(page: ListPage): ListPage {
  return { ...page, rows: page.rows.slice(0, maxSampleRows) };
}

/** Whether a first page holds the complete list, according to its envelope. */
export function isCompleteList({ rows, count, limit }: ListPage): boolean {
  return count === rows.length && (limit === null || rows.length < limit);
}
