import { isObject, type JsonObject } from "../../connect/json.ts";
import type { SelectedField } from "./selection.ts";

export interface TableSource {
  readonly path: string;
  readonly rows: readonly (JsonObject | null)[];
  readonly fields: readonly SelectedField[];
  readonly value: unknown;
  readonly connection: ConnectionPage | null;
}

/** The parts of a connection that a table needs. Those that the query does not select are null. */
export interface ConnectionPage {
  readonly field: SelectedField | null;
  readonly totalCount: number | null;
  readonly pageInfo: JsonObject | null;
}

const maxTables = 200;

/**
 * The tables in a response's data: first the connections, then lists of objects outside any row,
 * such as a connection's counts or the values of its facets. The selection decides the columns and
 * their order; without it, the rows do.
 */
export function findTables(
  data: unknown,
  selection: readonly SelectedField[],
): readonly TableSource[] {
  const connections: TableSource[] = [];
  const lists: TableSource[] = [];
  const visit = (value: unknown, context: ValueContext): void => {
    if (Array.isArray(value)) {
      const list = toList(value, context);
      if (list) lists.push(list);
      for (const [index, row] of value.entries()) visit(row, enterEntry(context, index));
    } else if (isObject(value)) {
      const connection = toConnection(value, context);
      if (connection) connections.push(connection);
      for (const [key, child] of Object.entries(value)) {
        // A scalar contains no table.
        if (typeof child !== "object") continue;
        visit(child, enterField(context, key, connection !== null));
      }
    }
  };
  visit(data, { path: "", field: null, fields: selection, inRow: false });
  return [...connections, ...lists].slice(0, maxTables);
}

export function tableAround(
  tables: readonly TableSource[],
  { path }: TableSource,
): TableSource | undefined {
  const around = tables.filter((table) => path.startsWith(`${table.path}.`));
  return around.reduce<TableSource | undefined>(
    (nearest, table) => (table.path.length > (nearest?.path.length ?? 0) ? table : nearest),
    undefined,
  );
}

interface ValueContext {
  readonly path: string;
  readonly field: SelectedField | null;
  readonly fields: readonly SelectedField[];
  readonly inRow: boolean;
}

function enterEntry(list: ValueContext, index: number): ValueContext {
  // A facet is not a row: its values are a table.
  const inRow = list.inRow || list.field?.name !== "facets";
  return { ...list, path: `${list.path}.${index}`, inRow };
}

function enterField(
  { path, fields, inRow }: ValueContext,
  key: string,
  isConnection: boolean,
): ValueContext {
  const field = fields.find((candidate) => candidate.key === key) ?? null;
  const holdsRows = isConnection && ["nodes", "edges"].includes(field?.name ?? key);
  return {
    path: path === "" ? key : `${path}.${key}`,
    field,
    fields: field?.fields ?? [],
    inRow: inRow || holdsRows,
  };
}

function toList(
  list: readonly unknown[],
  { path, fields, inRow }: ValueContext,
): TableSource | null {
  if (inRow || !isRows(list) || !list.some(isObject)) return null;
  return { path, rows: list, fields, value: list, connection: null };
}

function isRows(list: readonly unknown[]): list is readonly (JsonObject | null)[] {
  return list.every((row) => row === null || isObject(row));
}

function toConnection(
  value: JsonObject,
  { path, field, fields }: ValueContext,
): TableSource | null {
  // The response has these fields under their aliases, if the query gives them any.
  const keyOf = (name: string) => fields.find((one) => one.name === name)?.key ?? name;
  const nodes = value[keyOf("nodes")];
  const list = Array.isArray(nodes) ? nodes : value[keyOf("edges")];
  if (!Array.isArray(list) || !isRows(list)) return null;
  const table =
    list === nodes
      ? { rows: list, fields: fieldsOf(fields, keyOf("nodes")) }
      : { rows: list.map(toEdgeRow), fields: edgeFields(fieldsOf(fields, keyOf("edges"))) };
  const totalCount = value[keyOf("totalCount")];
  const pageInfo = value[keyOf("pageInfo")];
  return {
    path,
    ...table,
    value,
    connection: {
      field,
      totalCount: typeof totalCount === "number" ? totalCount : null,
      pageInfo: isObject(pageInfo) ? pageInfo : null,
    },
  };
}

function toEdgeRow(edge: unknown): JsonObject | null {
  if (!isObject(edge)) return null;
  const { node, ...own } = edge;
  if (node === undefined) return own;
  return isObject(node) ? { ...own, ...node } : null;
}

function edgeFields(edge: readonly SelectedField[]): readonly SelectedField[] {
  const node = fieldsOf(edge, "node");
  const isOwn = ({ key }: SelectedField) =>
    key !== "node" && !node.some((field) => field.key === key);
  return [...edge.filter(isOwn), ...node];
}

function fieldsOf(fields: readonly SelectedField[], key: string): readonly SelectedField[] {
  return fields.find((field) => field.key === key)?.fields ?? [];
}
