import type { GatewayContext, ResolverOptions, Warning } from "../graphql/context.ts";
import type { RegistryClient } from "../upstream/client.ts";
import { RegistryDataSource } from "../upstream/data-source.ts";
import { toLane } from "../upstream/lane.ts";
import { RequestScope } from "../upstream/request-scope.ts";
import { readKey } from "./key.ts";

/** What every request's context is made from. */
export interface ContextOptions {
  readonly client: RegistryClient;
  readonly resolvers: ResolverOptions;
  /** Bound on a GraphQL request, in milliseconds. */
  readonly deadlineMs: number;
  /** REST calls that a GraphQL request may cost. */
  readonly maxCalls: number;
}

/** Who asks: the key, and the digest that stands for it. */
export interface Identity {
  readonly key: string;
  readonly lane: string;
}

/** Who asks by a request's headers, given as names and values in turn, as Node.js received them. */
export function identify(rawHeaders: readonly string[]): Identity {
  const key = readKey(rawHeaders);
  return { key, lane: toLane(key) };
}

/** What became of a request, for its line in the log. */
export interface OperationOutcome {
  /** The operation's name in its document; undefined: it has none, or none was run. */
  operationName?: string | undefined;
  /** The codes of the answer's errors; undefined: it was refused before anything was run. */
  errorCodes?: readonly string[];
}

/**
 * One GraphQL request: its key, its bounds, and what it should be told beside its data.
 * Apollo Server hands resolvers a copy made by `Object.assign`, so its members are private to the compiler only.
 */
export class RequestContext implements GatewayContext {
  readonly options: ResolverOptions;
  readonly scope: RequestScope;
  readonly outcome: OperationOutcome = {};
  private readonly client: RegistryClient;
  private readonly identify: () => Identity;
  private readonly given = new Map<string, Warning>();
  private dataSource: RegistryDataSource | undefined;

  /**
   * @param identify tells who asks, and throws where nobody does; called when a field first needs the registry.
   * @param readsAdditionalData whether a field may be asked for that reads the additional data of records.
   */
  constructor(options: ContextOptions, identify: () => Identity, readsAdditionalData = true) {
    const { deadlineMs, maxCalls } = options;
    this.options = options.resolvers;
    this.scope = new RequestScope({ deadlineMs, maxCalls, readsAdditionalData });
    this.client = options.client;
    this.identify = identify;
  }

  get registry(): RegistryDataSource {
    this.dataSource ??= new RegistryDataSource(this.client, {
      ...this.identify(),
      scope: this.scope,
    });
    return this.dataSource;
  }

  warn(warning: Warning): void {
    this.given.set(`${warning.code} ${warning.message}`, warning);
  }

  /** What the request has cost so far, for `extensions.tapgraph`. */
  explain(): Readonly<Record<string, number>> {
    const { calls, retries, shared, cacheHits, waitedMs } = this.scope;
    const pages = this.dataSource?.pageCount ?? 0;
    return { calls, pages, retries, shared, cacheHits, waitedMs: Math.round(waitedMs) };
  }

  /** The warnings so far. */
  get warnings(): readonly Warning[] {
    return [...this.given.values()];
  }
}
