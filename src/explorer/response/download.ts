import type { JsonObject } from "../connect/json.ts";
import type { TableColumn } from "./table/columns.ts";
import { formatCsv } from "./table/csv.ts";

export function downloadCsv(
  path: string,
  columns: readonly Pick<TableColumn, "label" | "read">[],
  rows: readonly (JsonObject | null)[],
): void {
  download(formatCsv(columns, rows), `${toFileName(path)}.csv`, "text/csv;charset=utf-8");
}

export function toFileName(path: string): string {
  return path.replace(/[^A-Za-z0-9]+/g, "-");
}

export function download(content: BlobPart, name: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
