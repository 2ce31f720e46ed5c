import type { RegistryRecord, Subject } from "../../../registry-client/records.ts";
import { joinsIn } from "../../../search/filter/filter.ts";
import type { OrderInput } from "../../../search/order/order.ts";
import { findPage, parseQuery } from "../../../search/query.ts";
import type { ConnectionArguments } from "../../list/arguments.ts";
import type { Connection } from "../../list/list.ts";
import { incompleteError } from "../../list/whole/snapshot.ts";
import { type OwnType, toDimension } from "../own-fields/own-fields.ts";
import type { GatewayContext } from "../request/context.ts";
import {
  cursorOf,
  type LocatedCursors,
  locateCursors,
  makeCursors,
  parseSearchCursors,
} from "./cursors.ts";
import {
  type FacetArguments,
  type FacetParent,
  loadFacets,
  parseFacetArguments,
} from "./facets.ts";
import { joinsOf, warnOfNoLinks } from "./joins.ts";
import { describeList } from "./list-descriptions.ts";
import { loadMatches, type Search, type SearchMatches } from "./matches.ts";
import { bindTimes } from "./within.ts";

export interface SearchArguments {
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
export function parseNeededSearch<S extends Subject>(
  subject: S,
  given: SearchWithFacets,
  context: GatewayContext,
): Search<S> | null {
  const search = parseSearch(subject, given, context);
  const isFiltered = given.filter !== null && given.filter !== undefined;
  const { words, isInRegistryOrder } = search.query;
  const isNeeded = given.facets !== null || isFiltered || words.length > 0 || !isInRegistryOrder;
  return isNeeded ? search : null;
}

/**
 * Reads the search arguments of a list.
 * @throws SearchError
 */
export function parseSearch<S extends Subject>(
  subject: S,
  { filter: given, search, orderBy, facets }: SearchWithFacets,
  context: GatewayContext,
): Search<S> {
  const list = describeList(subject, context.settings.REGISTRY_TIMESTAMP_UNIT);
  // Report a mistake before anything is fetched.
  for (const { by } of facets ?? []) parseFacetArguments(list, by, context);
  const filter = bindTimes(given, context.now);
  const input = {
    filter,
    search,
    orderBy: orderBy?.map((order) => toOrder(order, context.ownFields[subject])),
  };
  const query = parseQuery(list, input, joinsOf(context));
  for (const join of joinsIn(query.condition)) {
    if (join.op === "linked" && join.links.length === 0) warnOfNoLinks(join.direction, context);
  }
  return { subject, query, key: JSON.stringify([subject, filter, search, orderBy]) };
}

function toOrder(
  { direction = "ASC", ...given }: OrderArgument,
  own: OwnType | undefined,
): OrderInput {
  return { ...toDimension(given, own), direction };
}

interface SearchedPageRequest {
  readonly args: ConnectionArguments;
  readonly hasCursors: boolean;
}

export interface SearchedConnection<S extends Subject> extends Connection<RegistryRecord<S>> {
  readonly snapshotAt: number;
  readonly countFacets: (by: FacetArguments) => Promise<readonly FacetParent[]>;
}

/**
 * Loads a page of a searched list from its snapshot. Costs the REST calls of the snapshot, and of
 * those that the filter joins.
 * @throws SearchError, ArgumentError, RegistryError
 */
export async function loadSearchedPage<S extends Subject>(
  search: Search<S>,
  request: SearchedPageRequest,
  context: GatewayContext,
): Promise<SearchedConnection<S>> {
  const cursors = parseSearchCursors(search, request.args);
  const found = await loadMatches(search, context);
  const pause = () => context.giveWay(search.subject);
  const located = await locateCursors(cursors, found.matches.table, pause);
  const { snapshot } = found;
  const page = await findConnection(found, { ...request, located });
  return {
    ...page,
    totalCount: incompleteError(snapshot) ?? page.totalCount,
    snapshotAt: snapshot.takenAt,
    countFacets: (by) => loadFacets(found, { by }, context),
  };
}

export interface PageRequest extends SearchedPageRequest {
  readonly located: LocatedCursors;
  readonly within?: Uint32Array;
}

export async function findConnection<S extends Subject>(
  { matches, subject, records }: SearchMatches<S>,
  { args, located, within, hasCursors }: PageRequest,
): Promise<Connection<RegistryRecord<S>>> {
  const { after, before, warnings } = located;
  const { from, size, offset = 0 } = args;
  const range = { from, size, offset, after, before };
  const found = await findPage(matches, range, within);
  const { positions, totalCount, hasPreviousPage, hasNextPage } = found;
  const cursorAt = (index: number) => cursorOf(subject, located, { found, index });
  return {
    rows: positions.flatMap((position) => records[position] ?? []),
    totalCount,
    hasPreviousPage,
    hasNextPage,
    warnings,
    cursorAt: hasCursors ? await makeCursors(positions.length, cursorAt, matches.pace) : cursorAt,
  };
}
