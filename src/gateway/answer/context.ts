import { memoryPerBodyByte } from "../../registry-client/body.ts";
import { listTemplate, type Subject } from "../../registry-client/records.ts";
import type { Settings } from "../../settings.ts";
import type { Ledger, LedgerEntry } from "../base/ledger.ts";
import type { Clock } from "../base/time/clock.ts";
import { giveWay } from "../base/time/give-way.ts";
import type { Caller, RegistryClient } from "../call/client.ts";
import { RequestBudget, type RequestBudgetOptions } from "../call/request-budget.ts";
import type { MadeCall } from "../call/rest-call.ts";
import type { ChangeEvent } from "../list/changes/change.ts";
import type { Changes } from "../list/changes/changes.ts";
import { RegistryDataSource } from "../list/records/data-source.ts";
import { RequestSnapshots, type SnapshotCost } from "../list/whole/request-snapshots.ts";
import type { Snapshots } from "../list/whole/snapshots.ts";
import type { GatewayContext, Links, Warning } from "../resolvers/request/context.ts";
import { type Identity, identify } from "./key/key.ts";
import { type GraphqlRequest, wantsCost } from "./request/graphql-request.ts";

export interface ContextOptions {
  readonly client: RegistryClient;
  readonly snapshots: Snapshots;
  /** Undefined if the schema has no subscription. */
  readonly changes?: Pick<Changes, "listen"> | undefined;
  readonly links: Links;
  readonly ledger: Ledger;
  readonly settings: GatewayContext["settings"] &
    Pick<Settings, "REQUEST_DEADLINE_MS" | "MAX_REGISTRY_CALLS">;
  readonly clock: Clock;
}

/** What a response cost, for `extensions.tapgraph`. */
export interface Cost {
  readonly calls: number;
  readonly pages: number;
  readonly retries: number;
  /** How many responses came from an equal call that was already in flight, for this request or another. */
  readonly shared: number;
  readonly cacheHits: number;
  /** How long the request waited for REST calls, or for lists that were being read. */
  readonly waitedMs: number;
  /** The snapshots that the response was computed from; undefined if there were none. */
  readonly snapshot?: SnapshotCost;
  /** The calls one by one, if the request that made them asked for its cost. */
  readonly made?: readonly MadeCall[];
}

/** Creates the context of a request. @param identity null if the request's key cannot be read. A field that needs the key then fails. */
export function createContext(
  options: ContextOptions,
  request: Pick<GraphqlRequest, "rawHeaders" | "headers" | "bearer" | "beganAt">,
  identity: Identity | null,
): RequestContext {
  return new RequestContext(options, identity ?? (() => identify(request.rawHeaders)), {
    token: request.bearer?.token,
    startedAt: request.beganAt,
    tellsCalls: wantsCost(request),
  });
}

const noWarnings: readonly Warning[] = [];

type Origin = Pick<RequestBudgetOptions, "token" | "startedAt" | "tellsCalls">;

/**
 * About how much memory a response takes, in bytes for each character that is written so far: one for the text, and one either for
 * the values that are not written yet or, at the end, for its bytes.
 */
const memoryPerCharacter = 2;

/** The context of one GraphQL request: its key, its limits and its warnings. Dispose of it when the request is answered. */
export class RequestContext implements GatewayContext, Disposable {
  readonly settings: GatewayContext["settings"];
  readonly links: Links;
  readonly budget: RequestBudget;
  readonly #client: RegistryClient;
  readonly #allSnapshots: Snapshots;
  readonly #changes: ContextOptions["changes"];
  readonly #clock: Clock;
  readonly #identity: Identity | (() => Identity);
  readonly #warnings = new Map<string, Warning>();
  #caller: Caller | undefined;
  #registry: RegistryDataSource | undefined;
  #snapshots: RequestSnapshots | undefined;
  readonly #memory: LedgerEntry;
  #receivedBytes = 0;
  #writtenBytes = 0;
  /** Whether its response was given up, because all that is held takes too much memory. */
  isGivenUp = false;
  /** The cursor in the request's `last-event-id` header. It takes precedence over the argument `after`. */
  lastEventId: string | undefined;

  /**
   * @param identity a function, if the request's key cannot be read. When a field first needs the registry, the function throws.
   * @param origin the name of the token that the request came with, if any, when it began, and whether its calls are to be told one by one.
   */
  constructor(
    { settings, links, ledger, clock, client, snapshots, changes }: ContextOptions,
    identity: Identity | (() => Identity),
    { token, startedAt, tellsCalls = false }: Origin = {},
  ) {
    this.settings = settings;
    this.links = links;
    const { REQUEST_DEADLINE_MS: deadlineMs, MAX_REGISTRY_CALLS: maxCalls } = settings;
    const keyDigest = typeof identity === "function" ? null : identity.keyDigest;
    this.#memory = ledger.enter({ keyDigest, kind: "responses", giveUp: () => this.#giveUp() });
    this.budget = new RequestBudget({
      ...{ deadlineMs, startedAt, maxCalls, keyDigest, token, tellsCalls, clock },
      onBody: (bytes) => this.#noteReceived(bytes),
    });
    this.#client = client;
    this.#allSnapshots = snapshots;
    this.#changes = changes;
    this.#clock = clock;
    this.#identity = identity;
  }

  get registry(): RegistryDataSource {
    this.#registry ??= new RegistryDataSource(this.#client, this.#toCaller());
    return this.#registry;
  }

  get snapshots(): RequestSnapshots {
    this.#snapshots ??= new RequestSnapshots(this.#allSnapshots, this.#toCaller());
    return this.#snapshots;
  }

  async listen(
    subjects: readonly Subject[],
    after: string | null,
  ): Promise<AsyncIterable<ChangeEvent>> {
    const caller = this.#toCaller();
    if (this.#changes === undefined) throw new TypeError("the schema has no subscription");
    const cursor = this.lastEventId ?? after;
    return this.#changes.listen(caller, { subjects, after: cursor });
  }

  async giveWay(list: Subject): Promise<void> {
    await giveWay();
    if (this.budget.isOver(this.#clock.now())) throw this.budget.deadlineError(listTemplate(list));
  }

  warn(warning: Warning): void {
    this.#warnings.set(`${warning.code} ${warning.message}`, warning);
  }

  /** @param length how many characters of the response have been written so far. */
  noteWritten(length: number): void {
    this.#writtenBytes = length * memoryPerCharacter;
    this.#memory.set(this.#receivedBytes + this.#writtenBytes);
  }

  #noteReceived(bytes: number): void {
    this.#receivedBytes += bytes * memoryPerBodyByte;
    this.#memory.set(this.#receivedBytes + this.#writtenBytes);
  }

  /** What it takes is free a moment later. */
  #giveUp(): void {
    this.isGivenUp = true;
    this.budget.cancel();
  }

  get cost(): Cost {
    const { calls, retries, shared, cacheHits, waitedMs } = this.budget;
    const pages = this.#registry?.pageCount ?? 0;
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
    this.#memory.close();
  }

  #toCaller(): Caller {
    const identity = this.#identity;
    this.#caller ??= {
      ...(typeof identity === "function" ? identity() : identity),
      budget: this.budget,
    };
    return this.#caller;
  }
}
