import type { FieldSelection, Variables } from "../../execution/plan.ts";
import type { RegistryRecord, RegistryRow, Subject } from "../../registry-client/records.ts";
import { RegistryError } from "../base/errors.ts";
import { giveWay } from "../base/time/give-way.ts";
import { parseConnectionArguments, type RawConnectionArguments } from "../list/arguments.ts";
import { loadPage, type WholeSource } from "../list/list.ts";
import type { RecordList } from "../list/records/record-list.ts";
import { incompleteError } from "../list/whole/snapshot.ts";
import { defaultPageSize, type GatewayContext } from "./request/context.ts";
import type { FacetArguments } from "./search/facets.ts";
import { warnIfIncomplete } from "./search/incomplete.ts";
import { loadLinkedPage, prepareLinkedList } from "./search/linked-page.ts";
import { readFacets, selectionOf } from "./search/list-selection.ts";
import {
  loadSearchedPage,
  parseNeededSearch,
  parseSearch,
  type SearchArguments,
} from "./search/searched-page.ts";
import type { ConnectionParent, EdgeParent } from "./types/parents.ts";
import type { PageInfoResolvers } from "./types/types.generated.ts";

interface Selected {
  readonly selection: FieldSelection;
  readonly variables: Variables;
}

export interface LinkedListArguments extends RawConnectionArguments, SearchArguments {
  readonly identifier?: string | null | undefined;
}

const maxInt = 2 ** 31 - 1;

/** Of pages this long that come together, one is written in each turn of the event loop. */
const longPage = 100;

/**
 * Loads a connection of tags or terminals. Costs one REST call if one page of the registry can hold
 * the rows. If the list is filtered, searched or ordered, or its `facets` are selected, it costs
 * the REST calls of the list's snapshot.
 * @throws ArgumentError, SearchError, RegistryError
 */
export async function loadRecordConnection<S extends Subject>(
  list: RecordList<S>,
  given: RawConnectionArguments & SearchArguments,
  context: GatewayContext,
  { selection, variables }: Selected,
): Promise<ConnectionParent<S>> {
  const { MAX_PAGE_SIZE: maxSize } = context.settings;
  const args = parseConnectionArguments(given, { defaultSize: defaultPageSize, maxSize });
  const { subject } = list.callersList;
  const selected = selectionOf(selection);
  const facets = readFacets(selected, variables);
  const search =
    facets || mayNeedSearch(given)
      ? parseNeededSearch(subject, { ...given, facets }, context)
      : null;
  const page = search
    ? await loadSearchedPage(search, { args, hasCursors: selected.hasCursors }, context)
    : await loadPage(list, { ...args, needs: selected }, wholeListOf(subject, context));
  if (page.rows.length > longPage) await giveWay();
  for (const warning of page.warnings) context.warn(warning);
  const { totalCount } = page;
  if (typeof totalCount !== "number" || totalCount <= maxInt) return page;
  const reason = "the registry counts more records than a GraphQL Int can hold";
  return { ...page, totalCount: list.contradiction(reason) };
}

function wholeListOf<S extends Subject>(
  subject: S,
  context: GatewayContext,
): WholeSource<RegistryRow<S>> {
  return {
    async read() {
      try {
        const snapshot = await context.snapshots.use(subject);
        warnIfIncomplete(snapshot, context);
        return { rows: snapshot.rows, lack: incompleteError(snapshot) };
      } catch (error) {
        if (error instanceof RegistryError && error.code === "SCAN_TOO_LARGE") return null;
        throw error;
      }
    },
    pause: () => context.giveWay(subject),
    isPreferred: context.readsWhole,
  };
}

/**
 * Loads a connection of the records of a kind that name a record in their additional data. Costs
 * the REST calls of the list's snapshot and, for links by uuid or imei, those of the terminals'
 * snapshot, for all records of a request together.
 * @throws ArgumentError, SearchError, RegistryError
 */
export async function loadLinkedConnection<S extends Subject>(
  named: RegistryRecord,
  subject: S,
  given: LinkedListArguments,
  context: GatewayContext,
  { selection, variables }: Selected,
): Promise<ConnectionParent<S>> {
  const { snapshots, settings } = context;
  const list = await snapshots.share(selection, async () => {
    const { MAX_PAGE_SIZE: maxSize } = settings;
    const args = parseConnectionArguments(given, { defaultSize: defaultPageSize, maxSize });
    const selected = selectionOf(selection);
    const facets = readFacets(selected, variables);
    const search = parseSearch(subject, { ...given, facets }, context);
    // No row is to be looked for if only their number is wanted.
    const size = selected.rows || selected.pageInfo ? args.size : 0;
    const request = { args: { ...args, size }, hasCursors: selected.hasCursors };
    return prepareLinkedList(
      { search, identifier: given.identifier, namedSubject: named.subject, request },
      context,
    );
  });
  return loadLinkedPage(named, list, context);
}

/**
 * Whether there is an argument of a search to parse. Most lists have none, and are not to pay for
 * it.
 */
function mayNeedSearch({ filter, search, orderBy }: SearchArguments): boolean {
  return filter != null || Boolean(search) || (orderBy != null && orderBy.length > 0);
}

export const connection = {
  edges: <S extends Subject>(page: ConnectionParent<S>): readonly EdgeParent<S>[] =>
    page.rows.map((_, index) => ({ page, index })),
  nodes: <S extends Subject>({ rows }: ConnectionParent<S>) => rows,
  pageInfo: <S extends Subject>(page: ConnectionParent<S>) => page,
  totalCount: ({ totalCount }: ConnectionParent<Subject>) => totalCount,
  snapshotAt: ({ snapshotAt }: ConnectionParent<Subject>) =>
    snapshotAt === undefined ? null : new Date(snapshotAt).toISOString(),
  facets: (page: ConnectionParent<Subject>, { by }: { readonly by: FacetArguments }) =>
    page.countFacets?.(by) ?? null,
};

export const edge = {
  cursor: ({ page, index }: EdgeParent<Subject>): string => page.cursorAt(index),
  node: <S extends Subject>({ page, index }: EdgeParent<S>) => page.rows[index] ?? null,
};

export const pageInfo: PageInfoResolvers = {
  hasPreviousPage: (page) => page.hasPreviousPage,
  hasNextPage: (page) => page.hasNextPage,
  startCursor: (page) => (page.rows.length > 0 ? page.cursorAt(0) : null),
  endCursor: (page) => (page.rows.length > 0 ? page.cursorAt(page.rows.length - 1) : null),
};
