import type { WritingLimits } from "../../execution/execute.ts";
import { memoryPerBodyByte } from "../../registry-client/body.ts";
import { listTemplate, type StructureRecord, type Subject } from "../../registry-client/records.ts";
import type { Settings } from "../../settings.ts";
import { type Ledger, type LedgerEntry, smallRequestBytes } from "../base/ledger.ts";
import type { Clock } from "../base/time/clock.ts";
import { giveWay } from "../base/time/give-way.ts";
import type { Caller, RegistryClient } from "../call/client.ts";
import { RequestBudget } from "../call/request-budget.ts";
import type { MadeCall } from "../call/rest-call.ts";
import { type KeyWords, keyError } from "../keys/key.ts";
import type { ChangeEvent } from "../list/changes/change.ts";
import type { Changes } from "../list/changes/changes.ts";
import { RecordList } from "../list/records/record-list.ts";
import { RequestSnapshots, type SnapshotCost } from "../list/whole/request-snapshots.ts";
import type { Snapshots } from "../list/whole/snapshots.ts";
import { once } from "../once/once.ts";
import type { OwnFields } from "../resolvers/own-fields/own-fields.ts";
import type { GatewayContext, Links, Warning } from "../resolvers/request/context.ts";
import type { GraphqlRequest } from "./request.ts";

export interface ContextOptions {
  readonly client: RegistryClient;
  readonly snapshots: Snapshots;
  readonly changes?: Pick<Changes, "listen"> | undefined;
  readonly links: Links;
  readonly ownFields: OwnFields;
  readonly ledger: Ledger;
  readonly settings: GatewayContext["settings"] &
    KeyWords &
    Pick<Settings, "REQUEST_DEADLINE_MS" | "MAX_REGISTRY_CALLS" | "MAX_RESPONSE_BYTES">;
  readonly clock: Clock;
}

export interface Cost {
  readonly calls: number;
  readonly pages: number;
  readonly retries: number;
  /** How many responses came from an equal call in flight, of this request or another. */
  readonly shared: number;
  readonly cacheHits: number;
  readonly waitedMs: number;
  readonly snapshot?: SnapshotCost;
  readonly made?: readonly MadeCall[];
}

const noWarnings: readonly Warning[] = [];

/**
 * About how much memory a response takes, in bytes for each character that is written so far: one
 * for the text, and one either for the values that are not written yet or, at the end, for its
 * bytes.
 */
const memoryPerCharacter = 2;

type Asker = Pick<GraphqlRequest, "identity"> &
  Partial<Pick<GraphqlRequest, "keyMistake" | "bearer" | "beganAt">>;

/**
 * The context of one GraphQL request: its key, its limits, its warnings, and the registry as it
 * sees it, of which each record, page and structure is fetched at most once. Dispose of it when the
 * request is answered.
 */
export class RequestContext implements GatewayContext, Caller, WritingLimits, Disposable {
  readonly settings: GatewayContext["settings"];
  readonly links: Links;
  readonly ownFields: OwnFields;
  readonly budget: RequestBudget;
  readonly now: number;
  readonly maxLength: number;
  /** Both are empty if the request has no key. Nothing is asked of the registry then. */
  readonly key: string;
  readonly keyDigest: string;
  readonly #options: ContextOptions;
  readonly #keyMistake: string | undefined;
  readonly #warnings = new Map<string, Warning>();
  readonly #structures = new Map<Subject, Promise<StructureRecord | null>>();
  #tags: RecordList<"tag"> | undefined;
  #terminals: RecordList<"terminal"> | undefined;
  #snapshots: RequestSnapshots | undefined;
  #memory: LedgerEntry | undefined;
  #receivedBytes = 0;
  #writtenBytes = 0;
  isGivenUp = false;
  readsWhole = false;
  #isOver = false;
  /** The cursor in the header `last-event-id`. It comes before the argument `after`. */
  lastEventId: string | undefined;

  constructor(options: ContextOptions, asker: Asker, tellsCalls = false) {
    const { settings, links, ownFields, clock } = options;
    const { identity, keyMistake, bearer, beganAt } = asker;
    this.settings = settings;
    this.links = links;
    this.ownFields = ownFields;
    this.maxLength = settings.MAX_RESPONSE_BYTES;
    this.key = identity?.key ?? "";
    this.keyDigest = identity?.keyDigest ?? "";
    this.budget = new RequestBudget({
      deadlineMs: settings.REQUEST_DEADLINE_MS,
      maxCalls: settings.MAX_REGISTRY_CALLS,
      startedAt: beganAt,
      keyDigest: identity?.keyDigest ?? null,
      token: bearer?.token,
      tellsCalls,
      clock,
      onBody: (bytes) => {
        this.#receivedBytes += bytes * memoryPerBodyByte;
        this.#count();
      },
    });
    this.now = Math.floor(clock.timeOfDay() - (clock.now() - this.budget.startedAt));
    this.#options = options;
    this.#keyMistake = keyMistake;
  }

  /**
   * Begins a part of an answer that comes in parts: with the deadline and the calls of a request,
   * and records of its own. "Now" and the snapshots stay.
   */
  beginPart(): void {
    const { REQUEST_DEADLINE_MS: deadlineMs, MAX_REGISTRY_CALLS: maxCalls } =
      this.#options.settings;
    this.budget.renew({ deadlineMs, maxCalls });
    this.#tags = undefined;
    this.#terminals = undefined;
    this.#snapshots?.beginPart();
    this.#receivedBytes = 0;
  }

  get registry(): this {
    if (this.key === "") throw keyError(this.#options.settings, this.#keyMistake);
    return this;
  }

  get tags(): RecordList<"tag"> {
    this.#tags ??= new RecordList(this.#options.client, this, "tag");
    return this.#tags;
  }

  get terminals(): RecordList<"terminal"> {
    this.#terminals ??= new RecordList(this.#options.client, this, "terminal");
    return this.#terminals;
  }

  loadStructure(of: Subject): Promise<StructureRecord | null> {
    return once(this.#structures, of, () => this.#options.client.fetchStructure(of, this));
  }

  get snapshots(): RequestSnapshots {
    this.#snapshots ??= new RequestSnapshots(this.#options.snapshots, this.registry);
    return this.#snapshots;
  }

  async listen(
    subjects: readonly Subject[],
    after: string | null,
  ): Promise<AsyncIterable<ChangeEvent>> {
    const { registry: caller } = this;
    const { changes } = this.#options;
    if (changes === undefined) throw new TypeError("the schema has no subscription");
    const cursor = this.lastEventId ?? after;
    return changes.listen(caller, { subjects, after: cursor });
  }

  async giveWay(list: Subject): Promise<void> {
    await giveWay();
    if (this.budget.isOver(this.#options.clock.now()))
      throw this.budget.deadlineError(listTemplate(list));
  }

  warn(warning: Warning): void {
    this.#warnings.set(`${warning.code} ${warning.message}`, warning);
  }

  onWritten(length: number): void {
    this.#writtenBytes = length * memoryPerCharacter;
    this.#count();
  }

  onTooLong(): void {
    this.budget.cancel();
  }

  #count(): void {
    const bytes = this.#receivedBytes + this.#writtenBytes;
    if (this.#memory === undefined) {
      if (bytes <= smallRequestBytes || this.#isOver) return;
      this.#memory = this.#options.ledger.enter({
        keyDigest: this.budget.keyDigest,
        kind: "responses",
        giveUp: () => {
          // What it takes is free a moment later.
          this.isGivenUp = true;
          this.budget.cancel();
        },
      });
    }
    this.#memory.set(bytes);
  }

  get cost(): Cost {
    const { calls, retries, shared, cacheHits, waitedMs } = this.budget;
    const pages = (this.#tags?.pageCount ?? 0) + (this.#terminals?.pageCount ?? 0);
    const snapshot = this.#snapshots?.cost;
    const cost = { calls, pages, retries, shared, cacheHits, waitedMs: Math.round(waitedMs) };
    const { made } = this.budget;
    if (snapshot === undefined && made === undefined) return cost;
    return { ...cost, ...(snapshot && { snapshot }), ...(made && { made }) };
  }

  /** The warnings so far. They are sorted, because the parts of a request finish in any order. */
  get warnings(): readonly Warning[] {
    if (this.#warnings.size === 0) return noWarnings;
    const named = [...this.#warnings].sort(([one], [other]) => (one < other ? -1 : 1));
    return named.map(([, warning]) => warning);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#memory?.close();
  }
}
