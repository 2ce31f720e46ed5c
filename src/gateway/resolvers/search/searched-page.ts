import type { RegistryRecord, Subject } from "../../call/decode/records.ts";
import type { ConnectionArguments } from "../../list/relay/arguments.ts";
import type { Connection } from "../../list/relay/connection.ts";
import type { OrderInput } from "../../list/search/order/order.ts";
import { findPage, parseQuery, type SearchQuery } from "../../list/search/query.ts";
import { toFieldName } from "../records/record-fields.ts";
import type { GatewayContext } from "../request/context.ts";
import { cursorOf, locateCursors, makeCursors, parseSearchCursors } from "./cursors.ts";
import {
  type FacetArguments,
  type FacetParent,
  loadFacets,
  parseFacetArguments,
  warnOfUnknown,
} from "./facets.ts";
import { incompleteError, warnIfIncomplete } from "./incomplete.ts";
import { describeList } from "./list-descriptions.ts";
import { tableOf } from "./snapshot-table.ts";

export interface SearchArguments {
  /** A `TagFilter` or a `TerminalFilter`. */
  readonly filter?: object | null | undefined;
  readonly search?: string | null | undefined;
  readonly orderBy?: readonly OrderArgument[] | null | undefined;
}

interface OrderArgument {
  readonly field: string;
  readonly identifier?: string | null | undefined;
  readonly direction?: "ASC" | "DESC";
}

interface SearchWithFacets extends SearchArguments {
  readonly facets: readonly { readonly by: FacetArguments }[] | null;
}

/**
 * Reads the search arguments of a list; null if neither they nor `facets` need a snapshot.
 * @throws SearchError
 */
export function parseSearch(
  subject: Subject,
  { filter, search, orderBy, facets }: SearchWithFacets,
  context: GatewayContext,
): SearchQuery | null {
  const list = describeList(subject, context.settings.REGISTRY_TIMESTAMP_UNIT);
  // Report a mistake before anything is fetched.
  for (const { by } of facets ?? []) parseFacetArguments(list, by, context);
  const query = parseQuery(list, { filter, search, orderBy: orderBy?.map(toOrder) });
  const isFiltered = filter !== null && filter !== undefined;
  const isSearched = query.words.length > 0;
  const isOrdered = !query.isInRegistryOrder;
  return facets !== null || isFiltered || isSearched || isOrdered ? query : null;
}

function toOrder({ field, identifier, direction = "ASC" }: OrderArgument): OrderInput {
  return { field: toFieldName(field), identifier, direction };
}

interface SearchedPageRequest {
  readonly query: SearchQuery;
  readonly args: ConnectionArguments;
  /** Whether the query selects the cursor of each row. */
  readonly hasCursors: boolean;
}

export interface SearchedConnection<S extends Subject> extends Connection<RegistryRecord<S>> {
  /** When its snapshot was read, in milliseconds since 1970. */
  readonly snapshotAt: number;
  /** Counts the records that match the list's search, by facet. */
  readonly countFacets: (by: FacetArguments) => Promise<readonly FacetParent[]>;
}

/**
 * Loads a page of a searched list from its snapshot. Costs the REST calls of the snapshot.
 * @throws SearchError, ConnectionArgumentError, RegistryError
 */
export async function loadSearchedPage<S extends Subject>(
  subject: S,
  { query, args, hasCursors }: SearchedPageRequest,
  context: GatewayContext,
): Promise<SearchedConnection<S>> {
  const cursors = parseSearchCursors(subject, query, args);
  const snapshot = await context.snapshots.use(subject);
  const table = tableOf(snapshot, context.settings.REGISTRY_TIMESTAMP_UNIT);
  if (table.structureError !== null && query.dataUses.length > 0) throw table.structureError;
  warnIfIncomplete(snapshot, context);
  const pause = () => context.giveWay(subject);
  const located = await locateCursors(cursors, table, pause);
  const { after, before, warnings } = located;
  const range = { from: args.from, size: args.size, after, before };
  const found = await findPage(table, query, { range, pause });
  warnOfUnknown(found.unknownIdentifiers, context);
  const { positions, totalCount, hasPreviousPage, hasNextPage } = found;
  const cursorAt = (index: number) => cursorOf(subject, located, { found, index });
  return {
    rows: positions.flatMap((position) => snapshot.records[position] ?? []),
    totalCount: incompleteError(snapshot) ?? totalCount,
    hasPreviousPage,
    hasNextPage,
    warnings,
    snapshotAt: snapshot.takenAt,
    countFacets: (by) => loadFacets(table, { subject, query, by }, context),
    cursorAt: hasCursors ? await makeCursors(positions.length, cursorAt, pause) : cursorAt,
  };
}
