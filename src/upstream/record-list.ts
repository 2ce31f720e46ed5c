import DataLoader from "dataloader";
import type { Caller, PageRequest, RegistryClient } from "./client.ts";
import { decodeString } from "./decode.ts";
import { RegistryError } from "./errors.ts";
import type { KeyMemory } from "./knowledge.ts";
import { type Listing, readListing } from "./listing.ts";
import { planLoad } from "./planner.ts";
import {
  isPossibleId,
  type RecordPage,
  type RegistryRecord,
  readOptional,
  type Subject,
} from "./records.ts";

/**
 * The tags or the terminals of one GraphQL request: pages and records, none asked for twice. What any page brought
 * is at hand for every later load by id.
 */
export class RecordList<Kind extends Subject> {
  readonly #client: RegistryClient;
  readonly #caller: Caller;
  readonly #subject: Kind;
  readonly #pages = new Map<string, Promise<RecordPage<Kind> | "limit-refused">>();
  readonly #loader = new DataLoader<string, RegistryRecord<Kind> | null>((ids) =>
    this.#loadBatch(ids),
  );
  /** Pages that came and are not in the index yet: it is built only where somebody loads by id. */
  #unindexed: RecordPage<Kind>[] = [];
  readonly #index = new Map<string, RegistryRecord<Kind>>();
  #byField = new Map<string, Promise<ReadonlyMap<string, RegistryRecord<Kind>>>>();

  constructor(client: RegistryClient, caller: Caller, subject: Kind) {
    this.#client = client;
    this.#caller = caller;
    this.#subject = subject;
  }

  /** How many different pages were asked for. */
  get pageCount(): number {
    return this.#pages.size;
  }

  /** The largest limit known to be served. */
  get maxLimit(): number {
    return this.#client.maxLimitOf(this.#subject);
  }

  /** Names the list, for its cursors. */
  get list(): string {
    return this.#subject;
  }

  /** The path template of the list's pages. */
  get template(): string {
    return `/api/v1/${this.#subject}s`;
  }

  /** What the process remembers of this list. */
  get memory(): KeyMemory {
    return this.#client.keyMemoryOf(this.#subject, this.#caller);
  }

  /** Answers that contradict one another are as bad as one that is not the documented shape. */
  contradiction(reason: string): RegistryError {
    return new RegistryError("REGISTRY_BAD_RESPONSE", this.template, reason);
  }

  /** The id of a row; null for one that could not be read. */
  idOf(row: RegistryRecord<Kind> | RegistryError): string | null {
    return row instanceof RegistryError ? null : row.id;
  }

  /**
   * A page, at most one REST call however often it is asked for. `limit-refused` where no page this large is served.
   * @throws RegistryError
   */
  fetchPage(request: PageRequest): Promise<RecordPage<Kind> | "limit-refused"> {
    const name = `${request.limit}:${request.page}`;
    const asked = this.#pages.get(name);
    if (asked !== undefined) return asked;
    const page = this.#fetchAndKeep(request);
    this.#pages.set(name, page);
    return page;
  }

  /**
   * A record by the registry's own id; null where there is none, or where no record can have such an id. All loads of one
   * tick are planned together: from pages that the request has seen, by gets, or by reading the list, whichever is cheaper.
   * @throws RegistryError
   */
  load(id: string): Promise<RegistryRecord<Kind> | null> {
    return isPossibleId(this.#subject, id) ? this.#loader.load(id) : Promise.resolve(null);
  }

  /**
   * The record whose field has this value, in any letter case; null where there is none. The interface has no endpoint
   * for it: the whole list is read, once a request.
   * @throws RegistryError
   */
  async loadBy(field: "uuid" | "imei", value: string): Promise<RegistryRecord<Kind> | null> {
    let index = this.#byField.get(field);
    if (index === undefined) {
      index = this.#indexBy(field);
      this.#byField.set(field, index);
    }
    return (await index).get(value.toLowerCase()) ?? null;
  }

  /** Any record that the request has seen; null where it has seen none. Costs nothing. */
  peek(): RegistryRecord<Kind> | null {
    this.#indexPages();
    return this.#index.values().next().value ?? null;
  }

  async #fetchAndKeep(request: PageRequest): Promise<RecordPage<Kind> | "limit-refused"> {
    const page = await this.#client.fetchPage(this.#subject, request, this.#caller);
    if (page !== "limit-refused") this.#unindexed.push(page);
    return page;
  }

  async #loadBatch(ids: readonly string[]): Promise<(RegistryRecord<Kind> | Error | null)[]> {
    const otherwise = await this.#readWhileCheaper(ids);
    const load = (id: string) =>
      this.#find(id) ??
      (otherwise === "get" ? this.#client.fetchRecord(this.#subject, id, this.#caller) : otherwise);
    const settled = await Promise.allSettled(ids.map(load));
    return settled.map((one) => (one.status === "fulfilled" ? one.value : toError(one.reason)));
  }

  /**
   * Reads the list as long as that is the cheaper way to what is missing. What is still missing then is to be got one by
   * one, is absent (null: the whole list was seen), or cannot be had.
   */
  async #readWhileCheaper(ids: readonly string[]): Promise<"get" | RegistryError | null> {
    const wantsMore = (pagesRead: number) => {
      const wanted = ids.filter((id) => this.#find(id) === undefined).length;
      const knowledge = this.#client.knowledgeOf(this.#subject, this.#caller);
      return wanted > 0 && planLoad(wanted, knowledge, pagesRead) === "pages";
    };
    if (!wantsMore(0)) return "get";
    try {
      const { isWhole } = await readListing(this, wantsMore);
      return isWhole ? null : "get";
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      // A list that is broken says nothing about its records; a registry that does not answer does.
      return error.code === "REGISTRY_BAD_RESPONSE" ? "get" : error;
    }
  }

  async #indexBy(field: string): Promise<ReadonlyMap<string, RegistryRecord<Kind>>> {
    const { records }: Listing<Kind> = await readListing(this, () => true);
    const index = new Map<string, RegistryRecord<Kind>>();
    for (const record of records) {
      const value = readLoose(record, field);
      if (value !== null) index.set(value.toLowerCase(), record);
    }
    return index;
  }

  #find(id: string): RegistryRecord<Kind> | undefined {
    this.#indexPages();
    return this.#index.get(id);
  }

  #indexPages(): void {
    for (const { rows } of this.#unindexed) {
      for (const row of rows) if (!(row instanceof RegistryError)) this.#index.set(row.id, row);
    }
    this.#unindexed = [];
  }
}

/** A field of a record that is only compared: one that cannot be read equals nothing. */
function readLoose(record: RegistryRecord, field: string): string | null {
  try {
    return readOptional(record, field, decodeString);
  } catch (error) {
    if (error instanceof RegistryError) return null;
    throw error;
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new TypeError("a load was rejected with no error");
}
