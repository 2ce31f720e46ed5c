import { Menu } from "../../menu.tsx";
import { download, downloadCsv, toFileName } from "../download.ts";
import { type Paging, pagingOf } from "../rewrite/paging.ts";
import type { RowForm } from "../rows/row-counter.ts";
import type { TableColumn } from "../table/columns.ts";
import type { TableSource } from "../table/find-tables.ts";

export function DownloadMenu({
  source: { path, rows },
  columns,
  onAllRows,
}: {
  readonly source: TableSource;
  readonly columns: readonly TableColumn[];
  /** Null if only the rows that are shown can be had. */
  readonly onAllRows: ((form: RowForm) => void) | null;
}) {
  const json = () => `${JSON.stringify(rows, null, 2)}\n`;
  const shown = [
    { name: "Shown rows as CSV", onChoose: () => downloadCsv(path, columns, rows) },
    {
      name: "Shown rows as JSON",
      onChoose: () => download(json(), `${toFileName(path)}.json`, "application/json"),
    },
  ];
  const all = onAllRows && [
    { name: "All rows as CSV", onChoose: () => onAllRows("csv") },
    { name: "All rows as NDJSON", onChoose: () => onAllRows("ndjson") },
  ];
  return (
    <Menu
      label="Download"
      title="Download the rows that are shown, or all of the list"
      items={[...shown, ...(all ?? [])]}
    />
  );
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
