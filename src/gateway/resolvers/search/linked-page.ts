import type { RegistryRecord, Subject } from "../../../registry-client/records.ts";
import { chooseLinks } from "../../../search/joins/link.ts";
import {
  type LinkIndex,
  leadingTo,
  linkIndexOf,
  type NamedRows,
  noRow,
  rowsNaming,
} from "../../../search/joins/link-index.ts";
import { findMatches } from "../../../search/query.ts";
import { quickRows } from "../../../search/table/pace.ts";
import { Table } from "../../../search/table/table.ts";
import { nameOf } from "../../list/records/names.ts";
import { incompleteError, type Snapshot } from "../../list/whole/snapshot.ts";
import { once } from "../../once/once.ts";
import type { GatewayContext } from "../request/context.ts";
import type { ConnectionParent } from "../types/parents.ts";
import { locateCursors, parseSearchCursors } from "./cursors.ts";
import { type FacetArguments, loadFacets } from "./facets.ts";
import { warnIfIncomplete } from "./incomplete.ts";
import { joinsOf, type RecordLink, warnOfNoLinks } from "./joins.ts";
import { describeList } from "./list-descriptions.ts";
import { loadMatches, type Search, type SearchMatches } from "./matches.ts";
import { findConnection, type PageRequest } from "./searched-page.ts";
import { tableOf } from "./snapshot-table.ts";

/** To find the rows of one record and to return them is as much work as to read this many rows. */
const rowsPerList = 20;

interface PreparedList<S extends Subject> {
  readonly found: SearchMatches<S>;
  readonly request: PageRequest;
  readonly indexes: readonly PreparedLink[];
  /** Undefined if there is no link, so that no snapshot was needed. */
  readonly snapshotAt: number | undefined;
  readonly countError: Error | null;
  /**
   * The pages by the names that rows have. The same record may be there many times in a request,
   * with thousands of rows.
   */
  readonly pages: Map<string, Promise<ConnectionParent<S>>>;
}

interface PreparedLink {
  readonly link: RecordLink;
  readonly index: LinkIndex;
  readonly named: {
    readonly rows: NamedRows;
    readonly records: readonly RegistryRecord[];
  } | null;
}

export function loadLinkedPage<S extends Subject>(
  named: RegistryRecord,
  prepared: PreparedList<S>,
  context: GatewayContext,
): Promise<ConnectionParent<S>> {
  const { found, request, indexes, snapshotAt, countError, pages } = prepared;
  const names = indexes.map((index) => numberOf(named, index));
  return once(pages, names.join(), async () => {
    const { pace } = found.matches;
    await pace.begin(rowsPerList);
    const within = rowsWith(names, indexes);
    pace.countRows(within.length / quickRows);
    const page = await findConnection(found, { ...request, within });
    const countFacets = (by: FacetArguments) => loadFacets(found, { by, within }, context);
    return { ...page, countFacets, snapshotAt, totalCount: countError ?? page.totalCount };
  });
}

/**
 * Prepares the list of the records that name a record, as far as it does not depend on the record
 * that is named. Costs the REST calls of the list's snapshot and, for links by uuid or imei, those
 * of the terminals' snapshot.
 * @throws SearchError, ArgumentError, RegistryError
 */
export async function prepareLinkedList<S extends Subject>(
  {
    search,
    identifier,
    namedSubject,
    request: { args, hasCursors },
  }: {
    readonly search: Search<S>;
    readonly identifier: string | null | undefined;
    readonly namedSubject: Subject;
    readonly request: Omit<PageRequest, "located">;
  },
  context: GatewayContext,
): Promise<PreparedList<S>> {
  const direction = { from: search.subject, to: namedSubject };
  const given = identifier == null ? undefined : { given: identifier, path: "identifier" };
  const links = chooseLinks(joinsOf(context), direction, given);
  const cursors = parseSearchCursors(search, args);
  const pages = new Map<string, Promise<ConnectionParent<S>>>();
  if (links.length === 0) {
    warnOfNoLinks(direction, context);
    const found = await findNone(search, context);
    const located = { after: null, before: null, warnings: [], list: null };
    const request = { args, located, hasCursors };
    return { found, request, indexes: [], snapshotAt: undefined, countError: null, pages };
  }
  const found = await loadMatches(search, context);
  const { snapshot, matches } = found;
  const { table } = matches;
  table.requireItems();
  const located = await locateCursors(cursors, table, () => context.giveWay(search.subject));
  for (const warning of located.warnings) context.warn(warning);
  const snapshots: Snapshot<Subject>[] = [snapshot];
  const indexes: PreparedLink[] = [];
  for (const link of links) {
    const index = await table.get(linkIndexOf(link));
    if (link.by === "id") {
      indexes.push({ link, index, named: null });
      continue;
    }
    const namedList = await context.snapshots.use(link.to);
    snapshots.push(namedList);
    const namedTable = tableOf(namedList, context.settings.REGISTRY_TIMESTAMP_UNIT);
    const rows = await table.get(leadingTo(link, namedTable));
    indexes.push({ link, index, named: { rows, records: namedList.records } });
  }
  for (const one of snapshots) warnIfIncomplete(one, context);
  const [countError = null] = snapshots.flatMap((one) => incompleteError(one) ?? []);
  const request = { args, located, hasCursors };
  return { found, request, indexes, snapshotAt: snapshot.takenAt, countError, pages };
}

async function findNone<S extends Subject>(
  { subject, query, key }: Search<S>,
  context: GatewayContext,
): Promise<SearchMatches<S>> {
  const pause = () => context.giveWay(subject);
  const emptyTable = (list: Subject) =>
    new Table<RegistryRecord>({
      list: describeList(list, context.settings.REGISTRY_TIMESTAMP_UNIT),
      rows: [],
      items: [],
      pause,
      maxBytes: 0,
    });
  const matches = await findMatches(emptyTable(subject), query, {
    pause,
    tableOf: async (list) => emptyTable(list as Subject),
  });
  return { subject, key: `nothing ${key}`, records: [], matches, isRead: false };
}

function numberOf(record: RegistryRecord, { link, index, named }: PreparedLink): number {
  const name = nameOf(record, link.by);
  const number = name === null ? 0 : (index.names.get(name) ?? 0);
  if (named === null || number === 0) return number;
  // Of several records with the same name, the first alone is named. One that no list has yet may
  // be named.
  const first = named.rows.first[number] ?? noRow;
  return first === noRow || named.records[first]?.id === record.id ? number : 0;
}

/**
 * The positions of the records that have, for any of the links, the name with this number,
 * ascending.
 */
function rowsWith(names: readonly number[], indexes: readonly PreparedLink[]): Uint32Array {
  let rows: Uint32Array = noRows;
  for (const [at, { index }] of indexes.entries())
    rows = unite(rows, rowsNaming(index, names[at] ?? 0));
  return rows;
}

const noRows = new Uint32Array();

function unite(one: Uint32Array, other: Uint32Array): Uint32Array {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const union = new Uint32Array(one.length + other.length);
  let [left, right, length] = [0, 0, 0];
  while (left < one.length || right < other.length) {
    const next = Math.min(one[left] ?? Infinity, other[right] ?? Infinity);
    if (one[left] === next) left += 1;
    if (other[right] === next) right += 1;
    union[length] = next;
    length += 1;
  }
  return union.subarray(0, length);
}
