import type { FieldSelection } from "../../../execution/plan.ts";
import type { RegistryRecord, Subject } from "../../../registry-client/records.ts";
import { chooseLinks } from "../../../search/joins/link.ts";
import {
  countNaming,
  type LinkIndex,
  leadingTo,
  linkIndexOf,
  type NamedRows,
  noRow,
  rowsNaming,
} from "../../../search/joins/link-index.ts";
import { cutToMatches, findMatches } from "../../../search/query.ts";
import { quickRows } from "../../../search/table/pace.ts";
import { Table } from "../../../search/table/table.ts";
import type { ConnectionArguments } from "../../list/arguments.ts";
import type { Connection } from "../../list/list.ts";
import { nameOf } from "../../list/records/names.ts";
import type { Snapshot } from "../../list/whole/snapshot.ts";
import { incompleteError } from "../../list/whole/snapshot.ts";
import { once } from "../../once/once.ts";
import type { GatewayContext } from "../request/context.ts";
import { locateCursors, parseSearchCursors } from "./cursors.ts";
import { type FacetArguments, loadFacets } from "./facets.ts";
import { warnIfIncomplete } from "./incomplete.ts";
import { joinsOf, type RecordLink, warnOfNoLinks } from "./joins.ts";
import { describeList } from "./list-descriptions.ts";
import { loadMatches, type Search, type SearchMatches } from "./matches.ts";
import { findConnection, type PageRequest, type SearchedConnection } from "./searched-page.ts";
import { tableOf } from "./snapshot-table.ts";

/** The list of the records that name a record in their additional data. */
export interface LinkedList<S extends Subject> {
  readonly search: Search<S>;
  /** The identifier of the only link that counts. Null: all links count. */
  readonly identifier: string | null | undefined;
  readonly args: ConnectionArguments;
  readonly needs: LinkedNeeds;
}

/** What a query selects of a list of linked records. */
interface LinkedNeeds {
  /** Whether it selects the cursor of each row. */
  readonly hasCursors: boolean;
  /** Whether it selects anything but a number of records. */
  readonly page: boolean;
}

export type LinkedConnection<S extends Subject> = Connection<RegistryRecord<S>> &
  Pick<SearchedConnection<S>, "countFacets"> & {
    /** Undefined if there is no link, so that no snapshot was needed. */
    readonly snapshotAt: number | undefined;
  };

/** To find the rows of one record and to return them is as much work as to read this many rows. */
const rowsPerList = 20;

/** A linked list, as far as it is the same for all records that are named. */
export interface PreparedList<S extends Subject> extends Pick<LinkedList<S>, "needs"> {
  readonly found: SearchMatches<S>;
  readonly request: PageRequest;
  readonly indexes: readonly PreparedLink[];
  /** The only link of a list that is only counted, and has no filter, as most of those. */
  readonly counted: PreparedLink | undefined;
  /** Undefined if there is no link, so that no snapshot was needed. */
  readonly snapshotAt: number | undefined;
  /** Set if a list could not be read whole, so that records may be missing. */
  readonly countError: Error | null;
  /** The pages by the names that rows have. The same record may be there many times in a request, with thousands of rows. */
  readonly pages: Map<number | string, Promise<LinkedConnection<S>>>;
}

interface PreparedLink {
  readonly link: RecordLink;
  readonly index: LinkIndex;
  /** The records of the named list, for a link that names only the first of several. */
  readonly named: {
    readonly rows: NamedRows;
    readonly records: readonly RegistryRecord[];
  } | null;
}

interface Preparing {
  /** The selection of the list, which is prepared once in a request. */
  readonly selection: FieldSelection;
  readonly namedSubject: Subject;
  readonly context: GatewayContext;
}

/** A linked list that is prepared for all records of its parent list. */
export interface Preparation<S extends Subject> {
  readonly prepared: Promise<PreparedList<S>>;
  /** Undefined as long as it is under way, or if it failed. */
  list: PreparedList<S> | undefined;
}

/** The linked list of a selection, if it has been prepared already. */
export function findPreparation<S extends Subject>(
  selection: FieldSelection,
  context: GatewayContext,
): Preparation<S> | undefined {
  return context.snapshots.shared<Preparation<S>>(selection);
}

/**
 * Prepares what does not depend on the record that is named. Costs the REST calls of the list's snapshot and, for links by uuid or
 * imei, those of the terminals' snapshot. What fails is told by whoever awaits it.
 */
export function prepareLinkedList<S extends Subject>(
  list: () => LinkedList<S>,
  { selection, namedSubject, context }: Preparing,
): Preparation<S> {
  return context.snapshots.share(selection, () => {
    const prepared = prepareList(namedSubject, list, context);
    const preparation: Preparation<S> = { prepared, list: undefined };
    const noteList = (found: PreparedList<S>) => {
      preparation.list = found;
    };
    prepared.then(noteList, () => {});
    return preparation;
  });
}

/**
 * Loads a page of the records that name a record. Costs no REST call.
 * @throws SearchError, ConnectionArgumentError, RegistryError
 */
export function loadLinkedPage<S extends Subject>(
  named: RegistryRecord,
  { prepared, list }: Preparation<S>,
  context: GatewayContext,
): LinkedConnection<S> | Promise<LinkedConnection<S>> {
  // There may be thousands of records, and a promise or a function more for each takes longer than to count its rows.
  if (list !== undefined) return loadPrepared(named, list, context);
  return prepared.then((found) => loadPrepared(named, found, context));
}

function loadPrepared<S extends Subject>(
  named: RegistryRecord,
  prepared: PreparedList<S>,
  context: GatewayContext,
): LinkedConnection<S> | Promise<LinkedConnection<S>> {
  const { counted, found } = prepared;
  if (counted === undefined) return loadNamedPage(named, prepared, context);
  // There is nothing to read, and to remember the count takes longer than to count again.
  const pause = found.matches.pace.begin(1);
  if (pause !== undefined) return countLater(pause, { named, counted, prepared, context });
  return countNow({ named, counted, prepared, context });
}

interface LinkedCounting<S extends Subject> {
  readonly named: RegistryRecord;
  readonly counted: PreparedLink;
  readonly prepared: PreparedList<S>;
  readonly context: GatewayContext;
}

function countNow<S extends Subject>({
  named,
  counted,
  prepared,
  context,
}: LinkedCounting<S>): LinkedConnection<S> {
  const name = numberOf(named, counted);
  return new LinkedCount([name], countNaming(counted.index, name), prepared, context);
}

async function countLater<S extends Subject>(
  pause: Promise<void>,
  counting: LinkedCounting<S>,
): Promise<LinkedConnection<S>> {
  await pause;
  return countNow(counting);
}

function loadNamedPage<S extends Subject>(
  named: RegistryRecord,
  prepared: PreparedList<S>,
  context: GatewayContext,
): Promise<LinkedConnection<S>> {
  const names = prepared.indexes.map((index) => numberOf(named, index));
  const load = () => loadPreparedPage(names, prepared, context);
  return once(prepared.pages, names.length === 1 ? (names[0] ?? 0) : names.join(), load);
}

/** A list of which only a number of records is selected. */
class LinkedCount<S extends Subject> implements LinkedConnection<S> {
  readonly rows = noRecords;
  readonly hasNextPage = false;
  readonly hasPreviousPage = false;
  readonly warnings = noWarnings;
  readonly totalCount: number | Error;
  readonly #names: readonly number[];
  readonly #prepared: PreparedList<S>;
  readonly #context: GatewayContext;

  constructor(
    names: readonly number[],
    count: number,
    prepared: PreparedList<S>,
    context: GatewayContext,
  ) {
    this.totalCount = prepared.countError ?? count;
    this.#names = names;
    this.#prepared = prepared;
    this.#context = context;
  }

  get snapshotAt(): number | undefined {
    return this.#prepared.snapshotAt;
  }

  cursorAt(): never {
    throw new TypeError("a connection without rows has no cursors");
  }

  countFacets(by: FacetArguments) {
    const { found, indexes } = this.#prepared;
    return loadFacets(found, { by, within: rowsWith(this.#names, indexes) }, this.#context);
  }
}

async function loadPreparedPage<S extends Subject>(
  names: readonly number[],
  prepared: PreparedList<S>,
  context: GatewayContext,
): Promise<LinkedConnection<S>> {
  const { found, request, needs, indexes, snapshotAt, countError } = prepared;
  const { matches } = found;
  await matches.pace.begin(rowsPerList);
  const within = rowsWith(names, indexes);
  matches.pace.countRows(within.length / quickRows);
  if (!needs.page) {
    const { length } = await cutToMatches(matches, within);
    return new LinkedCount(names, length, prepared, context);
  }
  const page = await findConnection(found, { ...request, within });
  const countFacets = (by: FacetArguments) => loadFacets(found, { by, within }, context);
  return { ...page, countFacets, snapshotAt, totalCount: countError ?? page.totalCount };
}

const noRecords: readonly never[] = [];
const noWarnings: readonly never[] = [];

async function prepareList<S extends Subject>(
  namedSubject: Subject,
  list: () => LinkedList<S>,
  context: GatewayContext,
): Promise<PreparedList<S>> {
  const { search, identifier, args, needs } = list();
  const { hasCursors } = needs;
  const direction = { from: search.subject, to: namedSubject };
  const given = identifier == null ? undefined : { given: identifier, path: "identifier" };
  const links = chooseLinks(joinsOf(context), direction, given);
  const cursors = parseSearchCursors(search, args);
  if (links.length === 0) {
    warnOfNoLinks(direction, context);
    const found = await findNone(search, context);
    const located = { after: null, before: null, warnings: [], list: null };
    const request = { args, located, hasCursors };
    return {
      ...{ needs, found, request, indexes: [], counted: undefined, pages: new Map() },
      ...{ snapshotAt: undefined, countError: null },
    };
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
    if (link.by === "id") indexes.push({ link, index, named: null });
    else {
      const namedList = await context.snapshots.use(link.to);
      snapshots.push(namedList);
      const namedTable = tableOf(namedList, context.settings.REGISTRY_TIMESTAMP_UNIT);
      const rows = await table.get(leadingTo(link, namedTable));
      indexes.push({ link, index, named: { rows, records: namedList.records } });
    }
  }
  for (const one of snapshots) warnIfIncomplete(one, context);
  const [countError = null] = snapshots.flatMap((one) => incompleteError(one) ?? []);
  const request = { args, located, hasCursors };
  const { takenAt: snapshotAt } = snapshot;
  // The first lists need not wait for a turn one by one.
  await matches.pace.begin(0);
  const isCounted = !needs.page && matches.query.matchesAll && indexes.length === 1;
  const counted = isCounted ? indexes[0] : undefined;
  return { needs, found, request, indexes, counted, snapshotAt, countError, pages: new Map() };
}

/** What a search finds in an empty list. Costs no call. */
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

/** The number of the name by which rows of a link name a record; 0 if none does. */
function numberOf(record: RegistryRecord, { link, index, named }: PreparedLink): number {
  const name = nameOf(record, link.by);
  const number = name === null ? 0 : (index.names.get(name) ?? 0);
  if (named === null || number === 0) return number;
  // Of several records with the same name, the first alone is named. One that no list has yet may be named.
  const first = named.rows.first[number] ?? noRow;
  return first === noRow || named.records[first]?.id === record.id ? number : 0;
}

/** The positions of the records that have, for any of the links, the name with this number, ascending. */
function rowsWith(names: readonly number[], indexes: readonly PreparedLink[]): Uint32Array {
  let rows: Uint32Array = noRows;
  for (const [at, { index }] of indexes.entries())
    rows = unite(rows, rowsNaming(index, names[at] ?? 0));
  return rows;
}

const noRows = new Uint32Array();

/** The numbers that are in one list or the other. Both are ascending, and so is the result. */
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
