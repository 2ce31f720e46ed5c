import type { JsonObject } from "../../connect/json.ts";
import { download } from "../download.ts";
import { type Paging, pagingOf } from "../rewrite/paging.ts";
import type { TableColumn } from "../table/columns.ts";
import { formatCsv } from "../table/csv.ts";
import type { TableSource } from "../table/find-tables.ts";

export function CsvButton({
  path,
  what,
  columns,
  rows,
}: {
  readonly path: string;
  readonly what: string;
  readonly columns: readonly Pick<TableColumn, "label" | "read">[];
  readonly rows: readonly (JsonObject | null)[];
}) {
  return (
    <button
      type="button"
      aria-label="Download CSV"
      title={`Download ${what} as CSV`}
      onClick={() =>
        download(formatCsv(columns, rows), `${toFileName(path)}.csv`, "text/csv;charset=utf-8")
      }
    >
      CSV
    </button>
  );
}

export function JsonButton({ source: { path, rows } }: { readonly source: TableSource }) {
  const text = () => `${JSON.stringify(rows, null, 2)}\n`;
  return (
    <button
      type="button"
      aria-label="Download JSON"
      title="Download these rows as JSON"
      onClick={() => download(text(), `${toFileName(path)}.json`, "application/json")}
    >
      JSON
    </button>
  );
}

function toFileName(path: string): string {
  return path.replace(/[^A-Za-z0-9]+/g, "-");
}

export interface PageButtonProps {
  readonly source: TableSource;
  readonly onPage: (source: TableSource, paging: Paging & { kind: "ready" }) => void;
  readonly onAddPageInfo: (source: TableSource) => void;
}

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

export function PartChoice({
  label,
  parts,
  shown,
  onChoose,
}: {
  readonly label: string;
  readonly parts: readonly { readonly path: string; readonly text: string }[];
  readonly shown: string;
  readonly onChoose: (path: string) => void;
}) {
  if (parts.length === 1) return <code className="table-name">{parts[0]?.text}</code>;
  return (
    <select aria-label={label} value={shown} onChange={(event) => onChoose(event.target.value)}>
      {parts.map(({ path, text }) => (
        <option key={path} value={path}>
          {text}
        </option>
      ))}
    </select>
  );
}
