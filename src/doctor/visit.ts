import type { JsonObject } from "../upstream/answers/decode.ts";
import type { FirstPage } from "../upstream/answers/page-numbers.ts";
import { decodePage, type RecordPage, type Subject } from "../upstream/answers/records.ts";
import type { Answer, Silence, TlsFacts } from "./calls/fetcher.ts";
import type { Probe } from "./calls/probe.ts";
import type { Question } from "./calls/question.ts";
import type { Conclusion } from "./finding.ts";

/** One thing to find out. */
export interface Check {
  readonly id: string;
  /** The question that it answers, in words, shown as progress. */
  readonly asks: string;
  /** Makes the calls, and concludes. The list is empty if there is nothing to say. */
  run(visit: Visit): Promise<readonly Conclusion[]>;
}

/** The facts of a registry that is as documented. */
export function createKnown(): Known {
  return {
    listEnd: "",
    singleEnd: "/",
    typeQuery: {},
    firstPage: 1,
    firstInEnvelope: 1,
    largestLimit: 1000,
    absentStatuses: new Set(),
  };
}

/** What earlier checks have found out about the registry. */
export interface Known {
  /** The end of a list's path. Documented: nothing. */
  listEnd: "" | "/";
  /** The end of a single record's path. Documented: a slash. */
  singleEnd: "" | "/";
  /** The query that gets an answer in JSON. Documented: none. */
  typeQuery: Readonly<Record<string, string>>;
  /** The number of a list's first page; `only` if there are no others. */
  firstPage: FirstPage;
  /** The first page's number in the envelope. */
  firstInEnvelope: 0 | 1;
  /** The largest limit that the registry serves. */
  largestLimit: number;
  /** The unusual statuses that an unknown id gets; 200 means with an error in the body. */
  readonly absentStatuses: Set<number>;
}

/** A page of a list, as the registry sent it. */
export type ListPage = RecordPage<Subject>;

/** A registry while the doctor examines it. */
export interface Visit {
  readonly probe: Probe;
  readonly baseUrl: string;
  /** The gateway's time limit for a call. */
  readonly timeoutMs: number;
  /** Whether calls may go through a proxy. */
  readonly hasProxy: boolean;
  /** Whether a setting already has a value. */
  isSet(name: string, value: string): boolean;
  /** The caller's key. A finding must not reveal it. */
  readonly key: string;
  /** Milliseconds since 1970. */
  now(): number;
  tls(): TlsFacts | null;
  readonly known: Known;
}

/** The question for a list. `page` counts from 1 here, whatever the registry does. */
export function listQuestion(
  { known }: Visit,
  subject: Subject,
  { page, ...others }: Readonly<Record<string, string | number>> = {},
): Question {
  const isShifted = page !== undefined && known.firstPage === 0;
  const query = {
    ...others,
    ...(page !== undefined && { page: Number(page) - Number(isShifted) }),
  };
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
  const path = `/api/v1/${subject}s${known.listEnd}`;
  return { path, query: { ...known.typeQuery, ...Object.fromEntries(texts) } };
}

/** The question for one record. */
export function singleQuestion({ known }: Visit, subject: Subject, id: string): Question {
  const base = `/api/v1/${subject}s/`;
  const path = base + encodeId(id) + known.singleEnd;
  const shown = `${base}$${subject.toUpperCase()}_ID${known.singleEnd}`;
  return { path, shown, query: known.typeQuery };
}

/** Encodes an id for a path. */
export function encodeId(id: string): string {
  return encodeURIComponent(id.toWellFormed()).replaceAll("'", "%27");
}

/** The question for a structure. */
export function structureQuestion({ known }: Visit, subject: Subject): Question {
  const path = `/api/v1/additional_data/structure/${subject}${known.listEnd}`;
  return { path, query: known.typeQuery };
}

/** The page that an answer holds; undefined if it holds none. */
export function readPage(outcome: Answer | Silence, subject: Subject): ListPage | undefined {
  if (!outcome.isHeard || outcome.status !== 200) return undefined;
  try {
    return decodePage(subject, outcome.json, "");
  } catch {
    return undefined;
  }
}

/** The first rows of a list: those of one page, and 1,000 at most. */
export async function readSample(visit: Visit, subject: Subject): Promise<readonly JsonObject[]> {
  const page = await readSamplePage(visit, subject);
  return (page?.rows ?? []).flatMap((row) => ("fields" in row ? [row.fields] : []));
}

/** The page of `readSample`. */
export async function readSamplePage(
  visit: Visit,
  subject: Subject,
): Promise<ListPage | undefined> {
  const byDefault = readPage(await visit.probe.ask(listQuestion(visit, subject)), subject);
  const limit = Math.min(visit.known.largestLimit, 1000);
  if (byDefault && (isWholeList(byDefault) || byDefault.rows.length >= limit))
    return cut(byDefault);
  const question = listQuestion(visit, subject, { limit, page: 1 });
  const page = readPage(await visit.probe.ask(question), subject);
  return page && cut(page);
}

/** Keeps the first 1,000 rows: a registry that ignores limits may have sent more. */
function cut(page: ListPage): ListPage {
  return { ...page, rows: page.rows.slice(0, 1000) };
}

/** Whether a first page holds the whole list, by its envelope. */
export function isWholeList({ rows, count, limit }: ListPage): boolean {
  return count === rows.length && (limit === null || rows.length < limit);
}
