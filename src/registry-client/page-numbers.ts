import { RegistryError } from "../gateway/base/errors.ts";
import type { Settings } from "../settings.ts";
import type { PageRequest } from "./page.ts";
import type { RecordPage, Subject } from "./records.ts";

/**
 * The number of a list's first page: 1, as documented (interface §2.4), or 0. `only`: the registry
 * ignores the page number and always answers with the first page.
 */
export type FirstPage = Settings["REGISTRY_FIRST_PAGE"];

export class PageNumbers {
  readonly #first: FirstPage;
  #firstInEnvelope: 0 | 1 | undefined;

  constructor(first: FirstPage) {
    this.#first = first;
  }

  get isUnknown(): boolean {
    return this.#first === 0 && this.#firstInEnvelope === undefined;
  }

  /**
   * The page to ask the registry for. If the registry serves only the first page, that page must be
   * long enough to hold the wanted one.
   * @param maxLimit the largest limit worth asking for.
   */
  toRegistry({ limit, page }: PageRequest, maxLimit: number): PageRequest {
    if (this.#first === "only") {
      return { limit: Math.max(limit, Math.min(limit * page, maxLimit)), page: 1 };
    }
    return { limit, page: page - 1 + this.#first };
  }

  isExactPage({ page }: PageRequest): boolean {
    return this.#first !== "only" || page === 1;
  }

  /**
   * The wanted page, taken from the registry's response.
   * @throws RegistryError if rows are missing, and no other page has them.
   */
  fromRegistry<S extends Subject>(
    wanted: PageRequest,
    response: RecordPage<S>,
    template: string,
  ): RecordPage<S> {
    if (this.#first === 1) return response;
    if (this.#first === "only") return cutPage(wanted, response, template);
    if (wanted.page === 1) this.#firstInEnvelope = response.page === 0 ? 0 : 1;
    const shift = this.#firstInEnvelope === 0 ? 1 : 0;
    return response.page === null ? response : { ...response, page: response.page + shift };
  }
}

function cutPage<S extends Subject>(
  { limit, page }: PageRequest,
  { rows, count }: RecordPage<S>,
  template: string,
): RecordPage<S> {
  const end = limit * page;
  if (rows.length < end && count !== rows.length) {
    const reason = `the registry serves only one page (REGISTRY_FIRST_PAGE), which ended after ${rows.length} rows`;
    throw new RegistryError("REGISTRY_BAD_RESPONSE", template, reason);
  }
  // The count says all that the number of pages could.
  return { rows: rows.slice(end - limit, end), limit, page, count, pageCount: null };
}
