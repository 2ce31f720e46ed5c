import type { PageRequest } from "../../paging/page-source.ts";
import { RegistryError } from "../errors.ts";
import type { RecordPage, Subject } from "./records.ts";

/**
 * The number of a list's first page: 1, as documented (interface §2.4), or 0; `only`: there is no other, as the registry does not
 * look at the parameter.
 */
export type FirstPage = 1 | 0 | "only";

/** Turns pages as the gateway counts them, from 1, into those that the registry is asked for, and its answers back. */
export class PageNumbers {
  readonly #first: FirstPage;
  /** What the envelope calls the page that is asked for as 0; undefined: not seen yet. */
  #firstInEnvelope: 0 | 1 | undefined;

  constructor(first: FirstPage) {
    this.#first = first;
  }

  /** Whether it takes the list's first row to know what the envelope says of other pages. */
  get isUnknown(): boolean {
    return this.#first === 0 && this.#firstInEnvelope === undefined;
  }

  /**
   * The page that is asked for in the place of another.
   * @param mostRows the largest limit that is worth asking for.
   */
  toAsked({ limit, page }: PageRequest, mostRows: number): PageRequest {
    if (this.#first === "only") {
      return { limit: Math.max(limit, Math.min(limit * page, mostRows)), page: 1 };
    }
    return { limit, page: page - 1 + this.#first };
  }

  /** Whether an answer tells how large its own rows are on average: not where rows are cut off that nobody asked for. */
  isWhole({ page }: PageRequest): boolean {
    return this.#first !== "only" || page === 1;
  }

  /**
   * The page that was wanted, of the answer in its place.
   * @throws RegistryError where rows are missing that no page can bring
   */
  fromAnswer<Kind extends Subject>(
    wanted: PageRequest,
    answer: RecordPage<Kind>,
    template: string,
  ): RecordPage<Kind> {
    if (this.#first === 1) return answer;
    if (this.#first === "only") return cutPage(wanted, answer, template);
    if (wanted.page === 1) this.#firstInEnvelope = answer.page === 0 ? 0 : 1;
    const shift = this.#firstInEnvelope === 0 ? 1 : 0;
    return answer.page === null ? answer : { ...answer, page: answer.page + shift };
  }
}

/** A page of the rows from the list's start on, which are all that the registry gives. */
function cutPage<Kind extends Subject>(
  { limit, page }: PageRequest,
  { rows, count }: RecordPage<Kind>,
  template: string,
): RecordPage<Kind> {
  const end = limit * page;
  if (rows.length < end && count !== rows.length) {
    const reason = `the registry has one page only (REGISTRY_FIRST_PAGE), which ended after ${rows.length} rows`;
    throw new RegistryError("REGISTRY_BAD_RESPONSE", template, reason);
  }
  return {
    rows: rows.slice(end - limit, end),
    limit,
    page,
    count,
    pageCount: count === null ? null : Math.ceil(count / limit),
  };
}
