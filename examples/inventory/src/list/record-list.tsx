import { type ReactNode, useMemo } from "react";
import type { FragmentType } from "../../__generated__/fragment-masking.ts";
import { firstPage } from "../address/page-search.ts";
import { readCode } from "../gateway/failure.ts";
import type { StrictResult } from "../gateway/strict-query.ts";
import { type Attempt, attempt, Boundary } from "../parts/boundary.tsx";
import { type Count, formatCounted } from "../parts/count.ts";
import { FailureLine, FailureView } from "../parts/failure-view.tsx";
import { StaleNote } from "../parts/stale-note.tsx";
import { type Subject, subjects } from "../parts/subject.ts";
import { passFocus } from "../shell/pass-focus.ts";
import { ChangesBadge } from "./changes-badge.tsx";
import { ChosenStrip } from "./chosen-strip.tsx";
import type { Dimension } from "./dimensions.ts";
import { FacetPanel, type FacetValues } from "./facet-panel.tsx";
import { FacetSheet } from "./facet-sheet.tsx";
import { useCount } from "./head-count.tsx";
import type { ListAddress } from "./list-address.ts";
import { ListLayout } from "./list-layout.tsx";
import { type PageInfo, Pager, pageSize } from "./pager.tsx";
import { type ListRow, type RecordColumn, RecordTable } from "./record-table.tsx";
import { SearchBox } from "./search-box.tsx";
import { SortBox } from "./sort-box.tsx";

/** A page of a list in the gateway's response. Any of its fields can have failed. */
interface Connection<Node> {
  readonly totalCount: number;
  readonly pageInfo: PageInfo;
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
  readonly facets: readonly FragmentType<typeof FacetValues>[] | null;
}

interface RecordListProps<Node> {
  readonly title: string;
  readonly subject: Subject;
  readonly placeholder: string;
  readonly address: ListAddress;
  readonly dimensions: readonly Dimension[];
  readonly columns: readonly RecordColumn<Node>[];
  /** Whether the list has the order that the address asks for. */
  readonly isOrdered: boolean;
  readonly connection: Attempt<Connection<Node> | undefined>;
  readonly result: Omit<StrictResult<unknown>, "data">;
  /** Shown between the head and the list. */
  readonly board?: ReactNode;
  /** Shown above the rows. */
  readonly note?: ReactNode;
}

/** A list of records, one page at a time, with its search, filters and order. */
export function RecordList<Node extends { readonly id: string }>(props: RecordListProps<Node>) {
  const { address, connection, dimensions, result, title } = props;
  const { noun } = subjects[props.subject];
  const { search, chosen } = address;
  const list = connection.value;
  const edges = list?.edges;
  const rows = useMemo(() => edges?.map(toRow), [edges]);
  const shown = useMemo(() => new Set(rows?.map(({ id }) => id)), [rows]);
  const isNarrowed = search.q !== undefined || chosen.size > 0;
  const count = useCount([search.q, search.is], result.isPrevious ? null : countList(props));
  const problem = connection.failure ?? (list === undefined ? result.failure : undefined);
  const isReading =
    problem === undefined && (list === undefined || (result.isLoading && result.isPrevious));
  const panel = (
    <Facets
      {...props}
      facets={attempt(() => list?.facets ?? undefined)}
      isFailed={problem !== undefined}
    />
  );
  return (
    <ListLayout
      title={title}
      count={problem === undefined ? count : null}
      isReading={isReading}
      place={search.after ?? search.before ?? search.page?.toString()}
      announcement={
        isReading
          ? `Loading the ${noun}s…`
          : announceList(noun, result.isLoading ? null : count, search.page)
      }
      badge={<ChangesBadge subject={props.subject} shown={isNarrowed ? shown : null} />}
      search={
        <SearchBox
          label={`Search the ${noun}s`}
          placeholder={props.placeholder}
          text={search.q ?? ""}
          onSearch={address.searchFor}
        />
      }
      board={props.board}
      facets={panel}
      sheet={
        <>
          <SortBox columns={props.columns} sort={search.sort} onSort={address.sortBy} />
          <FacetSheet inUse={search.is?.length ?? 0}>{panel}</FacetSheet>
        </>
      }
      chosen={
        <ChosenStrip
          dimensions={dimensions}
          chosen={chosen}
          onChoose={address.choose}
          unknownSort={props.isOrdered ? undefined : search.sort}
          onSort={address.sortBy}
        />
      }
    >
      {props.note}
      {problem === undefined ? (
        <Page {...props} list={list} rows={rows} count={count} />
      ) : (
        <Problem failure={problem} noun={noun} onRetry={result.retry} onReset={address.reset} />
      )}
    </ListLayout>
  );
}

/** How many records the list has; null if that is not known. If it could not be read whole, at least those that were read. */
function countList<Node>({ address, connection, result }: RecordListProps<Node>): Count | null {
  const { search, chosen } = address;
  const list = connection.value;
  const totalCount = attempt(() => list?.totalCount).value;
  if (totalCount !== undefined) return { value: totalCount, isExact: true };
  const [incomplete] = result.incompleteLists;
  if (list === undefined || incomplete === undefined) return null;
  const { recordsRead, recordsStated } = incomplete;
  const isNarrowed = search.q !== undefined || chosen.size > 0;
  const value = isNarrowed
    ? ((search.page ?? 1) - 1) * pageSize + list.edges.length
    : Math.min(recordsRead, recordsStated ?? recordsRead);
  return { value, isExact: false };
}

interface ProblemProps {
  readonly failure: unknown;
  readonly noun: string;
  readonly onRetry: () => void;
  readonly onReset: () => void;
}

/** Why there is no list, with a button to try again, or to leave an address that is not valid. */
function Problem({ failure, noun, onRetry, onReset }: ProblemProps) {
  if (readCode(failure) !== "BAD_USER_INPUT") {
    return <FailureView failure={failure} onRetry={onRetry} />;
  }
  return (
    <>
      <FailureView failure={failure} />
      <button
        type="button"
        className="after-failure"
        onClick={({ currentTarget }) => {
          passFocus(currentTarget);
          onReset();
        }}
      >
        Show all {noun}s
      </button>
    </>
  );
}

function Facets<Node>({
  address,
  dimensions,
  facets,
  isFailed,
  result,
}: RecordListProps<Node> & {
  readonly facets: Attempt<readonly FragmentType<typeof FacetValues>[] | undefined>;
  readonly isFailed: boolean;
}) {
  if (facets.failure) return <FailureLine failure={facets.failure} onRetry={result.retry} />;
  return (
    <FacetPanel
      dimensions={dimensions}
      facets={facets.value}
      isFailed={isFailed}
      isPrevious={result.isPrevious}
      chosen={address.chosen}
      onChoose={address.choose}
    />
  );
}

function Page<Node extends { readonly id: string }>({
  address,
  columns,
  list,
  result,
  rows,
  subject,
  title,
  count,
}: RecordListProps<Node> & {
  readonly list: Connection<Node> | undefined;
  readonly rows: readonly ListRow<Node>[] | undefined;
  readonly count: Count | null;
}) {
  const { search } = address;
  if (rows?.length === 0 && !result.isLoading) {
    const isNarrowed = search.q !== undefined || address.chosen.size > 0;
    if (list?.pageInfo.hasPreviousPage)
      return <NoSuchPage onFirst={() => address.goTo(firstPage)} />;
    return (
      <EmptyList
        noun={subjects[subject].noun}
        isIncomplete={result.incompleteLists.length > 0}
        onClear={isNarrowed ? address.clear : null}
      />
    );
  }
  return (
    <>
      <StaleNote failure={result.failure} onRetry={result.retry} />
      <RecordTable
        caption={title}
        columns={columns}
        rows={rows}
        sort={search.sort}
        onSort={address.sortBy}
        isBusy={result.isLoading || list === undefined}
      />
      {list && (
        <Boundary of={list} fallback={(failure) => <FailureLine failure={failure} />}>
          <Pager
            page={search.page ?? 1}
            count={count}
            connection={list}
            isPrevious={result.isPrevious}
            onGo={address.goTo}
            hasNumbers
          />
        </Boundary>
      )}
    </>
  );
}

/** A page by number that is past the list's end. */
function NoSuchPage({ onFirst }: { readonly onFirst: () => void }) {
  return (
    <div className="empty">
      <p className="empty-title">The list has no such page</p>
      <p>It may have become shorter.</p>
      <button
        type="button"
        onClick={({ currentTarget }) => {
          passFocus(currentTarget);
          onFirst();
        }}
      >
        Go to the first page
      </button>
    </div>
  );
}

function EmptyList({
  noun,
  isIncomplete,
  onClear,
}: {
  readonly noun: string;
  /** Whether the list could not be read whole, so that it may have records after all. */
  readonly isIncomplete: boolean;
  /** Null if the project has no records, even without a search or filters. */
  readonly onClear: (() => void) | null;
}) {
  if (onClear === null) {
    return isIncomplete ? null : (
      <div className="empty">
        <p className="empty-title">This project has no {noun}s yet</p>
        <p>As soon as the registry has one, it appears here.</p>
      </div>
    );
  }
  return (
    <div className="empty">
      <p className="empty-title">
        {isIncomplete ? `None of the ${noun}s that were read matches` : `No ${noun} matches`}
      </p>
      <p>A {noun} has to contain every word of the search and match every filter.</p>
      <button
        type="button"
        onClick={({ currentTarget }) => {
          passFocus(currentTarget);
          onClear();
        }}
      >
        Show all {noun}s
      </button>
    </div>
  );
}

function toRow<Node extends { readonly id: string }>(edge: {
  readonly cursor: string;
  readonly node: Node;
}): ListRow<Node> {
  const { value, failure } = attempt(() => edge.node);
  return value ? { id: value.id, node: value } : { id: edge.cursor, node: null, failure };
}

function announceList(noun: string, count: Count | null, page = 1): string {
  if (count === null) return "";
  if (count.value === 0) return `No ${noun}s found`;
  const more = count.isExact ? "" : " or more";
  return `${formatCounted(count.value, noun)}${more}${page > 1 ? `, page ${page}` : ""}`;
}
