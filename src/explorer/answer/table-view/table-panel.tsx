import { useMemo, useState } from "react";
import { download } from "../download.ts";
import { type Paging, pagingOf } from "../request/paging.ts";
import {
  isSameKey,
  type ListOrder,
  nextOrder,
  orderKeyOf,
  type Sorting,
} from "../request/sorting.ts";
import { columnsOf, type TableColumn } from "../table/columns.ts";
import { formatCsv } from "../table/csv.ts";
import type { SelectedField } from "../table/selection.ts";
import { findImageIdentifiers, findTables, type TableSource } from "../table/sources.ts";
import { type ColumnSort, DataTable } from "./data-table.tsx";

interface TablePanelProps {
  readonly data: unknown;
  readonly selection: readonly SelectedField[];
  readonly imageOrigins: readonly string[];
  /** How many rows come before those shown, by the list's path. A list is missing if that is unknown. */
  readonly rowsBefore: Readonly<Record<string, number>>;
  /** How the server can sort a list; null if it cannot. */
  readonly sortingOf: (source: TableSource) => Sorting | null;
  readonly onSort: (source: TableSource, order: ListOrder | null) => void;
  readonly onPage: (source: TableSource, paging: Paging & { kind: "ready" }) => void;
  /** Adds the page info to the query, and runs it. */
  readonly onAddPageInfo: (source: TableSource) => void;
}

/** The answer's lists as tables, one at a time, with paging and downloads. */
export function TablePanel(props: TablePanelProps) {
  const { data, selection, imageOrigins, rowsBefore } = props;
  const tables = useMemo(() => findTables(data, selection), [data, selection]);
  const [path, setPath] = useState<string | null>(null);
  const [wantsPictures, setWantsPictures] = useState(false);
  const source = tables.find((candidate) => candidate.path === path) ?? tables[0];
  const images = useMemo(() => findImageIdentifiers(data), [data]);
  const columns = useMemo(
    () => (source ? columnsOf(source.rows, source.fields, images) : []),
    [source, images],
  );
  if (source === undefined) {
    return (
      <p className="empty">
        There is no list in this answer. Ask for a connection, such as <code>tags</code>, to see a
        table.
      </p>
    );
  }
  const before = rowsBefore[source.path];
  const sorting = source.connection === null ? null : props.sortingOf(source);
  const sortBy = (column: TableColumn): ColumnSort | null => {
    const key = sorting && orderKeyOf(sorting, column, source.fields);
    if (sorting === null || key === null) return null;
    const direction = isSameKey(sorting.current, key) ? sorting.current.direction : null;
    const sort = () => props.onSort(source, nextOrder(sorting.current, key));
    return { direction, onClick: sort };
  };
  const hasImages = columns.some(({ kind }) => kind === "image");
  return (
    <div className="table-panel">
      <div className="bar">
        <TableChoice tables={tables} shown={source} onChoose={setPath} />
        <span className="muted table-count">{describeRows(source, before)}</span>
        <span className="gap" />
        {hasImages && imageOrigins.length > 0 && (
          <button
            type="button"
            aria-pressed={wantsPictures}
            onClick={() => setWantsPictures(!wantsPictures)}
          >
            {wantsPictures ? "Hide images" : "Load images"}
          </button>
        )}
        <Downloads source={source} columns={columns} />
        <PageButton {...props} source={source} />
      </div>
      {source.rows.length === 0 ? (
        <p className="empty">This list is empty.</p>
      ) : (
        <DataTable
          key={source.path}
          label={`Table of ${source.path}`}
          columns={columns}
          rows={source.rows}
          sortBy={sortBy}
          firstNumber={(before ?? 0) + 1}
          pictureOrigins={wantsPictures ? imageOrigins : []}
        />
      )}
    </div>
  );
}

interface TableChoiceProps {
  readonly tables: readonly TableSource[];
  readonly shown: TableSource;
  readonly onChoose: (path: string) => void;
}

function TableChoice({ tables, shown, onChoose }: TableChoiceProps) {
  if (tables.length === 1) return <code className="table-name">{shown.path}</code>;
  return (
    <select
      aria-label="List to show"
      value={shown.path}
      onChange={(event) => onChoose(event.target.value)}
    >
      {tables.map((table) => (
        <option key={table.path} value={table.path}>
          {table.path} ({table.rows.length})
        </option>
      ))}
    </select>
  );
}

interface DownloadsProps {
  readonly source: TableSource;
  readonly columns: readonly TableColumn[];
}

function Downloads({ source: { path, rows }, columns }: DownloadsProps) {
  const name = path.replace(/[^A-Za-z0-9]+/g, "-");
  return (
    <>
      <button
        type="button"
        aria-label="Download CSV"
        title="Download the rows shown as CSV"
        onClick={() => download(formatCsv(columns, rows), `${name}.csv`, "text/csv;charset=utf-8")}
      >
        CSV
      </button>
      <button
        type="button"
        aria-label="Download JSON"
        title="Download the rows shown as JSON"
        onClick={() =>
          download(`${JSON.stringify(rows, null, 2)}\n`, `${name}.json`, "application/json")
        }
      >
        JSON
      </button>
    </>
  );
}

function PageButton({
  source,
  onPage,
  onAddPageInfo,
}: TablePanelProps & { readonly source: TableSource }) {
  if (source.connection === null) return null;
  const paging = pagingOf(source.connection);
  const label = paging.direction === "next" ? "Next page" : "Previous page";
  switch (paging.kind) {
    case "ready":
      return (
        <button type="button" className="primary" onClick={() => onPage(source, paging)}>
          {label}
        </button>
      );
    case "end":
      return (
        <button type="button" disabled title="This is the end of the list">
          {label}
        </button>
      );
    case "unselected":
      return source.connection.field === null ? null : (
        <button
          type="button"
          title="Paging needs the list's pageInfo: this adds it to the query and runs it"
          onClick={() => onAddPageInfo(source)}
        >
          Add paging
        </button>
      );
  }
}

function describeRows({ rows, connection }: TableSource, before: number | undefined): string {
  const count = rows.length === 1 ? "1 row" : `${rows.length.toLocaleString("en")} rows`;
  const total = connection?.totalCount?.toLocaleString("en");
  if (rows.length === 0 || before === undefined) return total ? `${count} of ${total}` : count;
  const range = `rows ${(before + 1).toLocaleString("en")}–${(before + rows.length).toLocaleString("en")}`;
  return total ? `${range} of ${total}` : range;
}
