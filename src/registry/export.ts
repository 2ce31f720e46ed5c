import { stringify } from "csv-stringify/sync";
import { listFields } from "./import/decode.ts";
import type { FileFormat } from "./import/file-entry.ts";
import { isSpreadsheetBoolean, parseCell } from "./import/read-csv.ts";
import { parseJson } from "./json.ts";
import { type RecordKind, recordKinds } from "./record.ts";
import { type ReadTransaction, type Store, StoreError } from "./store/store.ts";

export type ExportSelection = "tags" | "terminals" | "all";

/**
 * Writes a project, as it is at one moment, in a form that `import` reads. Yields the text in
 * pieces. A CSV file cannot hold structures, nor tags and terminals together.
 * @throws StoreError if there is no such project.
 */
export async function* exportProject(
  store: Store,
  projectId: number,
  options: { readonly format: FileFormat; readonly selection: ExportSelection },
): AsyncGenerator<string, void> {
  await using transaction = await store.beginRead();
  await checkProject(store, transaction, projectId);
  const { format, selection } = options;
  const kinds = recordKinds.filter((kind) => selection === "all" || selection === `${kind}s`);
  switch (format) {
    case "json":
      return yield* writeJson(transaction, projectId, kinds);
    case "ndjson":
      return yield* writeNdjson(transaction, projectId, kinds);
    case "csv":
      for (const kind of kinds) yield* writeCsv(transaction, projectId, kind);
      return;
    default:
      return format satisfies never;
  }
}

async function checkProject(
  store: Store,
  transaction: ReadTransaction,
  projectId: number,
): Promise<void> {
  const keys = await transaction.readKeys();
  const withKeys = keys.map((key) => key.projectId);
  const projects = [...new Set([...(await transaction.readProjects()), ...withKeys])];
  if (projects.includes(projectId)) return;
  projects.sort((one, other) => one - other);
  const known = projects.join(", ") || "none";
  throw new StoreError(`${store.name} has no project ${projectId} (it has ${known})`);
}

async function* writeJson(
  transaction: ReadTransaction,
  projectId: number,
  kinds: readonly RecordKind[],
): AsyncGenerator<string, void> {
  yield "{";
  for (const kind of kinds) {
    yield `"${kind}s":[`;
    let separator = "\n";
    for await (const { json } of listRecords(transaction, projectId, kind)) {
      yield separator + json;
      separator = ",\n";
    }
    yield "\n],\n";
  }
  const structures: string[] = [];
  for (const kind of kinds) {
    const json = await transaction.readStructure(projectId, kind);
    if (json !== undefined) structures.push(`\n"${kind}":${json}`);
  }
  yield `"structures":{${structures.join(",")}}}\n`;
}

async function* writeNdjson(
  transaction: ReadTransaction,
  projectId: number,
  kinds: readonly RecordKind[],
): AsyncGenerator<string, void> {
  for (const kind of kinds) {
    const structure = await transaction.readStructure(projectId, kind);
    if (structure !== undefined) yield `{"structure":"${kind}",${structure.slice(1)}\n`;
    for await (const { json } of listRecords(transaction, projectId, kind)) yield `${json}\n`;
  }
}

/**
 * Reads the list twice: the header row has a column for every key in any record's additional data.
 */
async function* writeCsv(
  transaction: ReadTransaction,
  projectId: number,
  kind: RecordKind,
): AsyncGenerator<string, void> {
  const keys = new Set<string>();
  for await (const { json } of listRecords(transaction, projectId, kind)) {
    for (const key of Object.keys(parseRecord(json).data ?? {})) {
      // A column's name is text, and UTF-8 cannot hold lone surrogates.
      if (key.isWellFormed()) keys.add(key);
    }
  }
  const fields = listFields(kind);
  yield formatRows([[...fields, ...[...keys].map((key) => `additional_data.${key}`)]]);
  for await (const records of transaction.readRecords(projectId, kind)) {
    yield formatRows(records.map(({ json }) => toCells(json, fields, [...keys])));
  }
}

function toCells(
  json: string,
  fields: readonly string[],
  keys: readonly string[],
): readonly string[] {
  const { record, data } = parseRecord(json);
  return [
    ...fields.map((field) =>
      field === "additional_data" ? formatRest(data) : String(record[field]),
    ),
    ...keys.map((key) => formatCell(readOwn(data, key))),
  ];
}

async function* listRecords(transaction: ReadTransaction, projectId: number, kind: RecordKind) {
  for await (const batch of transaction.readRecords(projectId, kind)) yield* batch;
}

type Fields = Readonly<Record<string, unknown>>;

function parseRecord(json: string): { readonly record: Fields; readonly data: Fields | null } {
  const record = parseJson(json) as Fields;
  const data = record["additional_data"];
  return { record, data: typeof data === "object" ? (data as Fields | null) : null };
}

/**
 * The cell of `additional_data`: what has no column of its own. It is empty for null, and `{}` for
 * an empty object.
 */
function formatRest(data: Fields | null): string {
  if (!data) return "";
  const entries = Object.entries(data);
  const rest = entries.filter(([key]) => !key.isWellFormed());
  return rest.length > 0 || entries.length === 0 ? JSON.stringify(Object.fromEntries(rest)) : "";
}

function readOwn(data: Fields | null, key: string): unknown {
  return data && Object.hasOwn(data, key) ? data[key] : undefined;
}

/**
 * The cell that `parseCell` reads as this value. A string that it would read unchanged stays as it
 * is; anything else is JSON.
 */
function formatCell(value: unknown): string {
  if (value === undefined) return "";
  const isPlain =
    typeof value === "string" &&
    value !== "" &&
    value.isWellFormed() &&
    !isSpreadsheetBoolean(value);
  return isPlain && parseCell(value) === value ? value : JSON.stringify(value);
}

function formatRows(rows: readonly (readonly string[])[]): string {
  return stringify([...rows], {
    record_delimiter: "\r\n",
    // Otherwise, csv-stringify leaves a lone line feed unquoted, which readers take for the end of
    // the row.
    quote_record_delimiter: true,
    // Some programs trim cells that are not quoted.
    quoted_match: /^\s|\s$/,
  });
}
