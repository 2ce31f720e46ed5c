import type { ConnectionArguments } from "../../connection/arguments.ts";
import { comparisonsIn } from "../../search/filter/filter.ts";
import { findPage, parseQuery, type SearchQuery } from "../../search/query.ts";
import type { Subject } from "../../upstream/decoding/records.ts";
import type { GatewayContext } from "../context.ts";
import type { ConnectionParent } from "../parents.ts";
import type { TagFilter, TagOrder, TerminalFilter, TerminalOrder } from "../types.generated.ts";
import { cursorOf, locateCursors, makeCursors, parseSearchCursors } from "./cursors.ts";
import { type FacetArguments, loadFacets, readFacets, warnOfUnknown } from "./facets.ts";
import { describeList } from "./list-descriptions.ts";
import { toOrders } from "./orders.ts";
import { type SearchedSnapshot, searchedOf } from "./searched-snapshot.ts";

/** The arguments that filter, search and order a list. */
export interface SearchArguments {
  readonly filter?: TagFilter | TerminalFilter | null | undefined;
  readonly search?: string | null | undefined;
  readonly orderBy?: readonly (TagOrder | TerminalOrder)[] | null | undefined;
}

/** The search arguments of a list, with the arguments of its `facets`. */
export interface SearchWithFacets extends SearchArguments {
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
  for (const { by } of facets ?? []) readFacets(list, by, context);
  const query = parseQuery(list, { filter, search, orderBy: toOrders(orderBy) });
  const isFiltered = filter !== null && filter !== undefined;
  const isSearched = query.words.length > 0;
  const isOrdered = !query.isInRegistryOrder;
  return facets !== null || isFiltered || isSearched || isOrdered ? query : null;
}

/** Which page of a searched list to load. */
export interface SearchedPage {
  readonly query: SearchQuery;
  readonly args: ConnectionArguments;
  /** Whether the query selects the cursor of each row. */
  readonly hasCursors: boolean;
}

/**
 * Loads a page of a searched list from its snapshot. Costs the REST calls of the snapshot.
 * @throws SearchError, ConnectionArgumentError, RegistryError
 */
export async function loadSearchedPage<Kind extends Subject>(
  subject: Kind,
  { query, args, hasCursors }: SearchedPage,
  context: GatewayContext,
): Promise<ConnectionParent<Kind>> {
  const cursors = parseSearchCursors(subject, query, args);
  const snapshot = await context.snapshots.use(subject);
  const searched = searchedOf(snapshot, context.settings.REGISTRY_TIMESTAMP_UNIT);
  checkStructure(searched, query);
  const pause = () => context.giveWay(subject);
  const located = await locateCursors(cursors, searched.table, pause);
  const { after, before, warnings } = located;
  const range = { from: args.from, size: args.size, after, before };
  const found = await findPage(searched.table, query, { range, pause });
  warnOfUnknown(found.unknownIdentifiers, context);
  const { positions, totalCount, hasPreviousPage, hasNextPage } = found;
  const cursorAt = (index: number) => cursorOf(located, found, index);
  return {
    rows: positions.flatMap((position) => snapshot.records[position] ?? []),
    totalCount,
    hasPreviousPage,
    hasNextPage,
    warnings,
    snapshotAt: snapshot.takenAt,
    countFacets: (by) => loadFacets(searched, { subject, query, by }, context),
    cursorAt: hasCursors ? await makeCursors(positions.length, cursorAt, pause) : cursorAt,
  };
}

/** Throws the structure's error if a condition or an order names additional data, which needs the structure. */
function checkStructure(
  { structureError }: SearchedSnapshot,
  { condition, orders }: SearchQuery,
): void {
  const dimensions = [...comparisonsIn(condition), ...orders].map(({ dimension }) => dimension);
  const isNeeded = dimensions.some((one) => typeof one === "object" && "identifier" in one);
  if (structureError !== null && isNeeded) throw structureError;
}
