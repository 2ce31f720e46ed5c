import { useMemo, useState } from "react";
import { formatCount } from "../../format.ts";
import type { RowsBefore } from "../finished-run.ts";
import {
  isOrderedBy,
  type ListOrder,
  nextOrder,
  type Sorting,
  sortCriterionOf,
} from "../rewrite/sorting.ts";
import { hasRows } from "../rows/all-rows.ts";
import type { RowForm } from "../rows/row-counter.ts";
import { cellToAddress } from "../table/cells.ts";
import { columnsOf, type TableColumn } from "../table/columns.ts";
import { findTables, type TableSource, tableAround } from "../table/find-tables.ts";
import type { SelectedField } from "../table/selection.ts";
import { type ColumnSort, DataTable } from "./data-table.tsx";
import { DownloadMenu, PageButton, type PageButtonProps, PartChoice } from "./table-bar.tsx";

export function TablePanel(
  props: Omit<PageButtonProps, "source"> & {
    readonly data: unknown;
    readonly selection: readonly SelectedField[];
    readonly imageOrigins: readonly string[];
    readonly rowsBefore: RowsBefore;
    readonly sortingOf: (source: TableSource) => Sorting | null;
    readonly onSort: (source: TableSource, order: ListOrder | null) => void;
    /** Null while another file comes. */
    readonly onAllRows: ((source: TableSource, form: RowForm) => void) | null;
  },
) {
  const { data, selection, imageOrigins, rowsBefore, onAllRows } = props;
  const tables = useMemo(() => findTables(data, selection), [data, selection]);
  const [path, setPath] = useState<string | null>(null);
  const [isFollowed, setIsFollowed] = useState(false);
  const [showsImages, setShowsImages] = useState(false);
  const source = tables.find((candidate) => candidate.path === path) ?? tables[0];
  const columns = useMemo(() => (source ? columnsOf(source.rows, source.fields) : []), [source]);
  const hasImages = useMemo(() => {
    const isImage = (cell: unknown) => imageOrigins.includes(cellToAddress(cell)?.origin ?? "");
    return (
      imageOrigins.length > 0 &&
      source?.rows.some((row) => row && columns.some(({ read }) => isImage(read(row))))
    );
  }, [source, columns, imageOrigins]);
  const followed = useMemo(
    () => new Map(tables.map((table) => [table.value, table] as const)),
    [tables],
  );
  if (source === undefined) {
    return (
      <p className="empty">
        This response has no list. Select a connection, such as <code>tags</code>, to see a table.
      </p>
    );
  }
  const show = (shown: string, by: "choice" | "link") => {
    setPath(shown);
    setIsFollowed(by === "link");
  };
  const around = tableAround(tables, source);
  const before = rowsBefore[source.path];
  const sorting = source.connection === null ? null : props.sortingOf(source);
  return (
    <div className="table-panel pane">
      <div className="bar row">
        <PartChoice
          label="List to show"
          parts={tables.map((table) => ({
            path: table.path,
            text: tables.length === 1 ? table.path : `${table.path} (${table.rows.length})`,
          }))}
          shown={source.path}
          onChoose={(chosen) => show(chosen, "choice")}
        />
        {around && (
          <button type="button" onClick={() => show(around.path, "link")}>
            Back to {around.path}
          </button>
        )}
        <span className="muted small">{describeRows(source, before)}</span>
        <span className="gap" />
        {hasImages && (
          <button
            type="button"
            aria-pressed={showsImages}
            onClick={() => setShowsImages(!showsImages)}
          >
            {showsImages ? "Hide images" : "Load images"}
          </button>
        )}
        <DownloadMenu
          source={source}
          columns={columns}
          onAllRows={
            onAllRows && hasRows(selection, source) ? (form) => onAllRows(source, form) : null
          }
        />
        <PageButton source={source} onPage={props.onPage} onAddPageInfo={props.onAddPageInfo} />
      </div>
      {source.rows.length === 0 ? (
        <p className="empty">This list is empty.</p>
      ) : (
        <DataTable
          key={source.path}
          label={`Table of ${source.path}`}
          columns={columns}
          rows={source.rows}
          sortOf={(column) =>
            sorting && columnSort(sorting, column, source, (order) => props.onSort(source, order))
          }
          followOf={(cell) => {
            const table = followed.get(cell);
            return table && table.rows.length > 0 ? () => show(table.path, "link") : null;
          }}
          takesFocus={isFollowed}
          firstNumber={(before ?? 0) + 1}
          imageOrigins={showsImages ? imageOrigins : []}
        />
      )}
    </div>
  );
}

/** @param before how many rows come before those shown; undefined if that is unknown. */
function describeRows({ rows, connection }: TableSource, before: number | undefined): string {
  const range = (start: number) =>
    `rows ${start.toLocaleString("en")}–${(start + rows.length - 1).toLocaleString("en")}`;
  const shown =
    rows.length > 0 && before !== undefined ? range(before + 1) : formatCount(rows.length, "row");
  const total = connection?.totalCount?.toLocaleString("en");
  return total ? `${shown} of ${total}` : shown;
}

function columnSort(
  sorting: Sorting,
  column: TableColumn,
  { fields }: TableSource,
  onSort: (order: ListOrder | null) => void,
): ColumnSort | null {
  const criterion = sortCriterionOf(sorting, column, fields);
  if (criterion === null) return null;
  const { current } = sorting;
  const direction = isOrderedBy(current, criterion) ? current.direction : null;
  return { direction, onClick: () => onSort(nextOrder(current, criterion)) };
}
