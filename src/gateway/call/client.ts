import type { PageRequest } from "../../registry-client/page.ts";
import { PageNumbers } from "../../registry-client/page-numbers.ts";
import {
  decodePage,
  decodeSingle,
  decodeStructure,
  listTemplate,
  type RecordPage,
  type RegistryRecord,
  type StructureRecord,
  type Subject,
} from "../../registry-client/records.ts";
import { Statuses } from "../../registry-client/statuses.ts";
import type { Settings } from "../../settings.ts";
import { type Clock, systemClock } from "../base/time/clock.ts";
import { once } from "../once/once.ts";
import type { Calls } from "./calls.ts";
import type { LearnedList } from "./learning/learned-list.ts";
import { LearnedLists } from "./learning/learned-lists.ts";
import { RequestBudget } from "./request-budget.ts";
import type { RestCall } from "./rest-call.ts";

export interface Caller {
  readonly key: string;
  readonly keyDigest: string;
  readonly budget: RequestBudget;
}

export interface CallersList<S extends Subject> {
  readonly subject: S;
  readonly caller: Caller;
  readonly learned: LearnedList;
}

const trialTimeoutMs = 5_000;

interface RegistryClientOptions {
  readonly settings: Pick<
    Settings,
    | "REGISTRY_MAX_LIMIT"
    | "REGISTRY_SLASHES"
    | "REGISTRY_FIRST_PAGE"
    | "REGISTRY_BAD_KEY_STATUS"
    | "REGISTRY_ABSENT_STATUS"
  >;
  readonly clock?: Clock;
}

/**
 * The registry's REST interface, with a method for each kind of endpoint. It serves all requests,
 * keeps what it learns about the registry, and is the only part of the gateway that puts a key into
 * a URL.
 */
export class RegistryClient {
  readonly #calls: Calls;
  readonly #clock: Clock;
  readonly #listEnd: "" | "/";
  readonly #singleEnd: "" | "/";
  readonly #pageNumbers: PageNumbers;
  readonly #statuses: Statuses;
  readonly #confirmations = new WeakMap<Caller, Promise<unknown>>();
  readonly #learned: Readonly<Record<Subject, LearnedLists>>;

  constructor(calls: Calls, { settings, clock = systemClock }: RegistryClientOptions) {
    const { REGISTRY_MAX_LIMIT: maxLimit, REGISTRY_SLASHES: slashes } = settings;
    this.#calls = calls;
    this.#clock = clock;
    // As documented, only the paths of single records end with a slash (interface §4).
    this.#listEnd = slashes === "always" || slashes === "reversed" ? "/" : "";
    this.#singleEnd = slashes === "never" || slashes === "reversed" ? "" : "/";
    this.#pageNumbers = new PageNumbers(settings.REGISTRY_FIRST_PAGE);
    this.#statuses = new Statuses(settings);
    this.#learned = {
      tag: new LearnedLists(maxLimit, clock),
      terminal: new LearnedLists(maxLimit, clock),
    };
  }

  listOf<S extends Subject>(subject: S, caller: Caller): CallersList<S> {
    return { subject, caller, learned: this.#learned[subject].of(caller.keyDigest) };
  }

  /**
   * A page of tags or of terminals (interface §4.1, §4.3). Costs one REST call, and one more for
   * the list's first row if that must show how the envelope counts pages, or whether the key is
   * refused.
   * @param isFresh whether a response from the cache will not do. @default false
   * @throws RegistryError
   */
  fetchPage<S extends Subject>(
    list: CallersList<S>,
    wanted: PageRequest,
    isFresh = false,
  ): Promise<RecordPage<S>> {
    if (wanted.page > 1 && this.#pageNumbers.isUnknown)
      return this.#fetchAfterFirst(list, wanted, isFresh);
    const call = this.#pageCall(list, wanted);
    const response = this.#calls.get(isFresh ? { ...call, isFresh } : call, list.caller.budget);
    // Only a status that may mean a refused key needs the extra call.
    if (isFirstRow(wanted) || !this.#statuses.arePageFailuresAmbiguous) return response;
    return response.catch(async (error) => {
      await this.#confirmKey(error, list);
      throw error;
    });
  }

  #pageCall<S extends Subject>(
    { subject, caller, learned }: CallersList<S>,
    wanted: PageRequest,
  ): RestCall<RecordPage<S>> {
    const { limit, page } = wanted;
    const template = listTemplate(subject);
    const asked = this.#pageNumbers.toRegistry(wanted, learned.limit.max);
    return {
      kind: `${subject}s`,
      template,
      path: withKey(template + this.#listEnd, caller, `&limit=${asked.limit}&page=${asked.page}`),
      key: caller.key,
      keyDigest: caller.keyDigest,
      cacheKey: `${template}?limit=${limit}&page=${page}`,
      decode: (body) => {
        const decode = () =>
          this.#pageNumbers.fromRegistry(wanted, decodePage(subject, body, template), template);
        const what = isFirstRow(wanted) ? "first-row" : "any-page";
        return this.#statuses.decodeListBody(body, decode, what);
      },
      ambiguousStatuses: isFirstRow(wanted) ? [] : this.#statuses.ambiguousForPages,
      learn: (response, bytes) => {
        if (this.#pageNumbers.isExactPage(wanted)) learned.learnPage(limit, response, bytes);
      },
    };
  }

  /**
   * Fetches the first row before the page, to learn how the envelope counts pages. Once that is
   * known, this is not called again.
   */
  async #fetchAfterFirst<S extends Subject>(
    list: CallersList<S>,
    wanted: PageRequest,
    isFresh: boolean,
  ): Promise<RecordPage<S>> {
    await this.fetchPage(list, { limit: 1, page: 1 });
    return this.fetchPage(list, wanted, isFresh);
  }

  /**
   * One tag or one terminal by the registry's own id (interface §4.2, §4.4); null if a status says
   * that there is none, or if the response holds no record. Costs one REST call, and one more for
   * the list's first row if a status may mean that the key is refused.
   * @throws RegistryError
   */
  fetchRecord<S extends Subject>(
    list: CallersList<S>,
    id: string,
  ): Promise<RegistryRecord<S> | null> {
    const { subject, caller } = list;
    const template = `${listTemplate(subject)}/{id}/`;
    const cacheKey = `${listTemplate(subject)}/${encodeURIComponent(id)}${this.#singleEnd}`;
    return this.#getOrNull(
      {
        kind: subject,
        template,
        path: withKey(cacheKey, caller),
        key: caller.key,
        keyDigest: caller.keyDigest,
        cacheKey,
        decode: (body) =>
          this.#statuses.decodeSingleBody(body, () => decodeSingle(subject, id, body, template)),
        ambiguousStatuses: this.#statuses.ambiguousForRecords,
      },
      list,
    );
  }

  /**
   * The structure of the additional data (interface §4.5); null if the registry has none. Costs
   * REST calls as `fetchRecord` does.
   * @throws RegistryError
   */
  fetchStructure(of: Subject, caller: Caller): Promise<StructureRecord | null> {
    const template = structureTemplate(of);
    return this.#getOrNull(
      {
        kind: "structure",
        template,
        path: withKey(template + this.#listEnd, caller),
        key: caller.key,
        keyDigest: caller.keyDigest,
        cacheKey: template,
        decode: (body) =>
          this.#statuses.decodeSingleBody(body, () => decodeStructure(of, body, template)),
        ambiguousStatuses: this.#statuses.ambiguousForStructures,
      },
      this.listOf(of, caller),
    );
  }

  /** Now and then tries a larger limit than the largest known, for later calls. */
  tryLargerLimit<S extends Subject>(list: CallersList<S>, { limit }: PageRequest): void {
    const larger = list.learned.limit.takeTrial(limit);
    if (larger !== undefined) void this.#tryLimit(list, larger);
  }

  async #tryLimit<S extends Subject>(list: CallersList<S>, limit: number): Promise<void> {
    const { key, keyDigest } = list.caller;
    const budget = new RequestBudget({
      deadlineMs: trialTimeoutMs,
      maxCalls: 1,
      keyDigest,
      clock: this.#clock,
    });
    try {
      await this.fetchPage({ ...list, caller: { key, keyDigest, budget } }, { limit, page: 1 });
    } catch {
      // The limit stays as it was.
    }
  }

  /**
   * A record or a structure; null if there is none. Not `async`, because this is by far the most
   * frequent call, and each further promise costs time.
   */
  #getOrNull<Value>(call: RestCall<Value>, list: CallersList<Subject>): Promise<Value | null> {
    return this.#calls.get(call, list.caller.budget).catch(async (error) => {
      await this.#confirmKey(error, list);
      if (this.#statuses.isAbsence(error)) return null;
      throw error;
    });
  }

  /**
   * If a failure may mean that the key is refused, fetches the list's first row to find out, once
   * in each request.
   * @throws RegistryError if that fetch fails, as it does when the key is refused.
   */
  async #confirmKey(error: unknown, list: CallersList<Subject>): Promise<void> {
    if (!this.#statuses.mayRefuseKey(error)) return;
    await once(this.#confirmations, list.caller, () => this.fetchPage(list, { limit: 1, page: 1 }));
  }
}

function isFirstRow({ limit, page }: PageRequest): boolean {
  return limit === 1 && page === 1;
}

function structureTemplate(of: Subject): string {
  return `/api/v1/additional_data/structure/${of}`;
}

function withKey(path: string, { key }: Caller, query = ""): string {
  return `${path}?key=${encodeURIComponent(key)}${query}`;
}
