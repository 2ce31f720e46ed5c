import { formatCount } from "../../format.ts";
import { download } from "../download.ts";
import { type Paging, pagingOf } from "../rewrite/paging.ts";
import type { TableColumn } from "../table/columns.ts";
import { formatCsv } from "../table/csv.ts";
import type { TableSource } from "../table/find-tables.ts";

interface TableChoiceProps {
  readonly tables: readonly TableSource[];
  readonly shown: TableSource;
  readonly onChoose: (path: string) => void;
}

export function TableChoice({ tables, shown, onChoose }: TableChoiceProps) {
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

interface BackButtonProps {
  /** The table whose row the shown one is a cell of; undefined if it is not in a row. */
  readonly around: TableSource | undefined;
  readonly onBack: (path: string) => void;
}

export function BackButton({ around, onBack }: BackButtonProps) {
  if (around === undefined) return null;
  return (
    <button type="button" onClick={() => onBack(around.path)}>
      Back to {around.path}
    </button>
  );
}

interface RowCountProps {
  readonly source: TableSource;
  /** How many rows come before those shown; undefined if that is unknown. */
  readonly before: number | undefined;
}

export function RowCount({ source: { rows, connection }, before }: RowCountProps) {
  const total = connection?.totalCount?.toLocaleString("en");
  const shown = describeRows(rows.length, before);
  return <span className="muted table-count">{total ? `${shown} of ${total}` : shown}</span>;
}

function describeRows(count: number, before: number | undefined): string {
  if (count > 0 && before !== undefined) {
    return `rows ${(before + 1).toLocaleString("en")}–${(before + count).toLocaleString("en")}`;
  }
  return formatCount(count, "row");
}

interface ImagesButtonProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function ImagesButton({ isOn, onChange }: ImagesButtonProps) {
  return (
    <button type="button" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {isOn ? "Hide images" : "Load images"}
    </button>
  );
}

interface DownloadsProps {
  readonly source: TableSource;
  readonly columns: readonly TableColumn[];
}

export function Downloads({ source: { path, rows }, columns }: DownloadsProps) {
  const name = path.replace(/[^A-Za-z0-9]+/g, "-");
  return (
    <>
      <button
        type="button"
        aria-label="Download CSV"
        title="Download these rows as CSV"
        onClick={() => download(formatCsv(columns, rows), `${name}.csv`, "text/csv;charset=utf-8")}
      >
        CSV
      </button>
      <button
        type="button"
        aria-label="Download JSON"
        title="Download these rows as JSON"
        onClick={() =>
          download(`${JSON.stringify(rows, null, 2)}\n`, `${name}.json`, "application/json")
        }
      >
        JSON
      </button>
    </>
  );
}

export interface PageButtonProps {
  readonly source: TableSource;
  readonly onPage: (source: TableSource, paging: Paging & { kind: "ready" }) => void;
  /** Adds `pageInfo` to the query, and runs it. */
  readonly onAddPageInfo: (source: TableSource) => void;
}

/** The button that pages the list. If the query lacks what paging needs, the button adds that first. */
export function PageButton({ source, onPage, onAddPageInfo }: PageButtonProps) {
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
        <button type="button" disabled title="There are no more pages">
          {label}
        </button>
      );
    case "unselected":
      return source.connection.field === null ? null : (
        <button
          type="button"
          title="Adds pageInfo, which paging needs, to the query and runs it"
          onClick={() => onAddPageInfo(source)}
        >
          Add paging
        </button>
      );
  }
}
