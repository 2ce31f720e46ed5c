import {
  type GatewayOptions,
  type GatewayResponse,
  type ResponseError,
  startGatewayWith,
  type TestGateway,
} from "./gateway.ts";
import { ManualClock } from "./manual-clock.ts";
import type { PlainRecord } from "./project.ts";
import { type PlainRecords, type RealRegistry, startListRegistry } from "./real-registry.ts";
import { until } from "./upstream.ts";

/** The arguments of a list of tags or terminals. */
export interface ListQuery {
  /** @default "tags" */
  readonly list?: "tags" | "terminals";
  readonly filter?: unknown;
  readonly search?: unknown;
  readonly orderBy?: unknown;
  readonly first?: number;
  readonly last?: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** The page that was found. */
export interface FoundList {
  readonly ids: readonly string[];
  readonly cursors: readonly string[];
  readonly totalCount: number;
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
  readonly snapshotAt: string | null;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** A gateway whose clock the test moves, in front of a registry with just the records that the test describes. */
export interface ListGateway extends TestGateway {
  readonly registry: RealRegistry;
  readonly clock: ManualClock;
  /**
   * Moves the clock so far that polls of all followed lists are due, and resolves when they have been polled.
   * @param ms how far, by default 10 seconds: the default of CHANGES_POLL_SECONDS.
   */
  poll(ms?: number): Promise<void>;
  /** Queries a page of a list, with all arguments in variables, as applications send them. */
  find(query: ListQuery): Promise<FoundList>;
  /** The ids of the records found, in their order. They must fit on one page. */
  ids(query: ListQuery): Promise<readonly string[]>;
  /** The only error of a query. Throws if there is not exactly one. */
  refusal(query: ListQuery): Promise<ResponseError>;
}

/** Starts a registry with these records, and a gateway in front of it. */
export async function startListGateway({
  settings = {},
  links = "",
  ownFields,
  ...records
}: PlainRecords & Pick<GatewayOptions, "settings" | "links" | "ownFields">): Promise<ListGateway> {
  const clock = new ManualClock();
  const registry = await startListRegistry(records);
  const gateway = await startGatewayWith(registry, {
    ...{ settings, links, clock },
    ...(ownFields !== undefined && { ownFields }),
  });
  const find = async (query: ListQuery) => toFound(await ask(gateway, query), query);
  const countPolls = async () => {
    const polls = Object.values(await gateway.metrics(/^tapgraph_changes_polls_total/));
    return polls.reduce((sum, count) => sum + count, 0);
  };
  return {
    ...gateway,
    clock,
    async poll(ms = pollMs) {
      const due = (await countPolls()) + (await gateway.figure("tapgraph_changes_lists"));
      // In steps, because a call that begins within a longer one would time out.
      for (let passed = 0; passed < ms; passed += pollMs) clock.advance(pollMs);
      await until(async () => (await countPolls()) >= due);
    },
    find,
    ids: async (query) => (await find({ first: 1000, ...query })).ids,
    async refusal(query) {
      const { data, errors = [] } = await ask(gateway, query);
      const [error, another] = errors;
      if (error && !another && (data ?? { list: null }).list === null) return error;
      throw new Error(`not one error: ${JSON.stringify({ data, errors })}`);
    },
  };
}

const pollMs = 10_000;

/** Tags with these names. Their ids are "0", "1" and so on. */
export function named(...names: readonly unknown[]): readonly PlainRecord[] {
  return names.map((name, index) => ({ id: String(index), name }));
}

/** Tags with these values under the key `key` of their additional data. Undefined: the tag has no such key. */
export function withData(...values: readonly unknown[]): readonly PlainRecord[] {
  return values.map((key, index) => ({ id: String(index), additional_data: { key } }));
}

function ask(
  gateway: TestGateway,
  { list = "tags", ...variables }: ListQuery,
): Promise<GatewayResponse> {
  const [kind, id] = list === "tags" ? ["Tag", "tagId"] : ["Terminal", "terminalId"];
  const document = `
    query ($filter: ${kind}Filter, $search: String, $orderBy: [${kind}Order!],
      $first: Int, $after: String, $last: Int, $before: String) {
      list: ${list}(filter: $filter, search: $search, orderBy: $orderBy,
        first: $first, after: $after, last: $last, before: $before) {
        totalCount snapshotAt
        pageInfo { hasPreviousPage hasNextPage }
        edges { cursor node { id: ${id} } }
      }
    }`;
  return gateway.query(document, { variables });
}

interface Edge {
  readonly cursor: string;
  readonly node: { readonly id: string };
}

function toFound({ data, errors, extensions }: GatewayResponse, query: ListQuery): FoundList {
  if (errors !== undefined) {
    throw new Error(`${JSON.stringify(query)} failed: ${JSON.stringify(errors)}`);
  }
  const { edges, pageInfo, ...list } = data.list;
  return {
    ...list,
    ...pageInfo,
    ids: edges.map(({ node }: Edge) => node.id),
    cursors: edges.map(({ cursor }: Edge) => cursor),
    warnings: extensions?.["warnings"] ?? [],
  };
}
