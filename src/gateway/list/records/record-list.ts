import { limitRefusals, type PageRequest } from "../../../registry-client/page.ts";
import {
  listTemplate,
  type RecordPage,
  type RegistryRecord,
  type RegistryRow,
  type Subject,
} from "../../../registry-client/records.ts";
import { RegistryError } from "../../base/errors.ts";
import type { Caller, CallersList, RegistryClient } from "../../call/client.ts";
import type { LearnedList } from "../../call/learning/learned-list.ts";
import { once } from "../../once/once.ts";
import type { Look } from "../reading/source.ts";
import { RecordFinder, type RecordSource } from "./record-finder.ts";

/**
 * The tags or the terminals of one GraphQL request: their pages and records, none of them fetched
 * twice. A load by id also finds the records of pages that were read before.
 */
export class RecordList<S extends Subject> implements RecordSource<S> {
  readonly callersList: CallersList<S>;
  readonly listName: string;
  readonly memory: LearnedList;
  readonly #client: RegistryClient;
  readonly #pages = new Map<string, Promise<RecordPage<S> | "limit-refused">>();
  readonly #pagesRead: RecordPage<S>[] = [];
  #looks = 0;
  #finder: RecordFinder<S> | undefined;

  constructor(client: RegistryClient, caller: Caller, subject: S) {
    this.#client = client;
    this.callersList = client.listOf(subject, caller);
    this.listName = subject;
    this.memory = this.callersList.learned;
  }

  get pageCount(): number {
    return this.#pages.size;
  }

  get maxLimit(): number {
    return this.memory.limit.max;
  }

  idOf(row: RegistryRow<S>): string | null {
    return row instanceof RegistryError ? null : row.id;
  }

  contentsOf(row: RegistryRow<S>): string | null {
    return row instanceof RegistryError ? null : JSON.stringify(row.fields);
  }

  learnCut(limit: number): void {
    this.memory.limit.learnMax(limit);
  }

  // The same code as for a response of the wrong shape.
  contradiction(reason: string): RegistryError {
    return new RegistryError(
      "REGISTRY_BAD_RESPONSE",
      listTemplate(this.callersList.subject),
      reason,
    );
  }

  nextLook(): Look {
    this.#looks += 1;
    return this.#looks;
  }

  /**
   * A page, which is fetched only once for each `look`; `limit-refused` if the registry serves no
   * page this large. A page past the end for which the registry has only a 404 is empty. Costs what
   * the client's `fetchPage` costs, and more only to find out why a page was refused.
   * @throws RegistryError
   */
  fetchPage(request: PageRequest, look: Look): Promise<RecordPage<S> | "limit-refused"> {
    const name = `${request.limit}:${request.page}:${look}`;
    return once(this.#pages, name, () => this.#fetch(request, look));
  }

  /**
   * Null if there is no such record, or can be none with such an id. All loads of one tick are
   * planned together: records come from pages that the request has read, from single calls, or from
   * reading the list, whichever is cheapest.
   * @throws RegistryError
   */
  load(id: string): Promise<RegistryRecord<S> | null> {
    return this.#getFinder().load(id);
  }

  peek(): RegistryRecord<S> | null {
    return this.#getFinder().peek();
  }

  async #fetch(request: PageRequest, look: Look): Promise<RecordPage<S> | "limit-refused"> {
    this.#client.tryLargerLimit(this.callersList, request);
    try {
      const page = await this.#client.fetchPage(this.callersList, request, look > 0);
      this.#pagesRead.push(page);
      return page;
    } catch (error) {
      if (mayRefuseLimit(error) && (await this.#confirmLimitRefusal(request)))
        return "limit-refused";
      if (mayBePastEnd(error) && request.page > 1) return this.#fetchPastEnd(request, look, error);
      throw error;
    }
  }

  /**
   * The empty page that a 404 or 400 stands for, if the list's first page exists. Its envelope says
   * how long the list is.
   * @throws the failure if the first page does not exist either.
   */
  async #fetchPastEnd(
    { limit, page }: PageRequest,
    look: Look,
    failure: unknown,
  ): Promise<RecordPage<S> | "limit-refused"> {
    try {
      const first = await this.fetchPage({ limit, page: 1 }, look);
      if (first === "limit-refused") return first;
      return { ...first, rows: [], page, isMissing: true };
    } catch (error) {
      throw mayBePastEnd(error) ? failure : error;
    }
  }

  /**
   * Finds out whether a page was refused for its limit, and if so, which limit is served. The
   * list's first page shows it: with the same limit, or with the next smaller one if the first page
   * itself was refused. If it is refused again, smaller and smaller limits follow, until a page is
   * served.
   */
  async #confirmLimitRefusal(refused: PageRequest): Promise<boolean> {
    const { limit } = this.memory;
    // Another call has found out meanwhile.
    if (refused.limit > limit.max) return true;
    const request = limit.pageAfterRefusal(refused);
    if (!request) return false;
    try {
      const page = await this.fetchPage(request, 0);
      if (page === "limit-refused") return true;
      if (request.limit === refused.limit) return false;
      limit.learnMax(request.limit);
      return true;
    } catch {
      // The caller throws the failure of the page that was wanted.
      return false;
    }
  }

  // Many requests load no record by id.
  #getFinder(): RecordFinder<S> {
    this.#finder ??= new RecordFinder(this, this.#pagesRead, this.#client);
    return this.#finder;
  }
}

// The list may have no such page, although its limit is served.
function mayBePastEnd(failure: unknown): boolean {
  return failure instanceof RegistryError && (failure.status === 404 || failure.status === 400);
}

function mayRefuseLimit(failure: unknown): boolean {
  return failure instanceof RegistryError && limitRefusals.has(failure.status ?? 0);
}
