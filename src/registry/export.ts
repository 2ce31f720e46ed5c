import { listFields } from "./import/decode.ts";
import type { FileFormat } from "./import/entry.ts";
import { parseCell } from "./import/read-csv.ts";
import type { Kind } from "./record.ts";
import type { Store } from "./store.ts";

/** What is exported: a project's tags, its terminals, or both and the structures. */
export type ExportSelection = "tags" | "terminals" | "all";

/**
 * A project as text that `import` reads, in pieces and all of one moment. CSV has no place for structures, nor for
 * tags and terminals at once.
 */
export function* exportProject(
  store: Store,
  projectId: number,
  options: { readonly format: FileFormat; readonly selection: ExportSelection },
): Generator<string, void> {
  using _reading = store.beginReading();
  const { format, selection } = options;
  const kinds: readonly Kind[] = (["tag", "terminal"] as const).filter(
    (kind) => selection === "all" || selection === `${kind}s`,
  );
  switch (format) {
    case "json":
      return yield* writeJson(store, projectId, kinds);
    case "ndjson":
      return yield* writeNdjson(store, projectId, kinds);
    case "csv":
      for (const kind of kinds) yield* writeCsv(store, projectId, kind);
      return;
    default:
      return format satisfies never;
  }
}

function* writeJson(
  store: Store,
  projectId: number,
  kinds: readonly Kind[],
): Generator<string, void> {
  yield "{";
  for (const kind of kinds) {
    yield `"${kind}s":[`;
    let separator = "\n";
    for (const json of store.readRecords(projectId, kind)) {
      yield separator + json;
      separator = ",\n";
    }
    yield "\n],\n";
  }
  const structures = kinds.flatMap((kind) => {
    const json = store.view().readStructure(projectId, kind);
    return json === undefined ? [] : [`\n"${kind}":${json}`];
  });
  yield `"structures":{${structures.join(",")}}}\n`;
}

function* writeNdjson(
  store: Store,
  projectId: number,
  kinds: readonly Kind[],
): Generator<string, void> {
  for (const kind of kinds) {
    const structure = store.view().readStructure(projectId, kind);
    if (structure !== undefined) yield `{"structure":"${kind}",${structure.slice(1)}\n`;
    for (const json of store.readRecords(projectId, kind)) yield `${json}\n`;
  }
}

/** Two passes over the list: the keys of all additional data are the header row's. */
function* writeCsv(store: Store, projectId: number, kind: Kind): Generator<string, void> {
  const keys = new Set<string>();
  for (const json of store.readRecords(projectId, kind)) {
    for (const key of Object.keys(parseRecord(json).data ?? {})) keys.add(key);
  }
  const fields = listFields(kind);
  yield toRow([...fields, ...[...keys].map((key) => `additional_data.${key}`)]);
  for (const json of store.readRecords(projectId, kind)) {
    const { record, data } = parseRecord(json);
    const cells = fields.map((field) =>
      field === "additional_data" ? formatWholeData(data) : String(record[field]),
    );
    yield toRow([...cells, ...[...keys].map((key) => formatCell(readOwn(data, key)))]);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function parseRecord(json: string): { readonly record: Fields; readonly data: Fields | null } {
  const record: Fields = JSON.parse(json);
  const data = record["additional_data"];
  return { record, data: typeof data === "object" ? (data as Fields | null) : null };
}

/** An empty object has no column of its own to tell it from null. */
function formatWholeData(data: Fields | null): string {
  return data && Object.keys(data).length === 0 ? "{}" : "";
}

function readOwn(data: Fields | null, key: string): unknown {
  return data && Object.hasOwn(data, key) ? data[key] : undefined;
}

/** The cell that `parseCell` reads as this value: text as it is where that is read as text, else JSON. */
function formatCell(value: unknown): string {
  if (value === undefined) return "";
  const isPlain = typeof value === "string" && value !== "" && value.isWellFormed();
  return isPlain && parseCell(value) === value ? value : JSON.stringify(value);
}

function toRow(cells: readonly string[]): string {
  return `${cells.map(quoteCell).join(",")}\r\n`;
}

function quoteCell(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
