import { isObject, type JsonObject } from "../../connect/json.ts";
import type { SelectedField } from "./selection.ts";

/** A list in an answer that can be shown as a table: a connection, or another list of objects. */
export interface TableSource {
  /** Its path in the answer's data, such as `tags` or `tags.nodes.0.project.terminals`. */
  readonly path: string;
  /** The rows; null for a record that could not be read. */
  readonly rows: readonly (JsonObject | null)[];
  /** The fields that the query selects of a row. */
  readonly fields: readonly SelectedField[];
  /** The connection itself; null for a plain list. */
  readonly connection: ConnectionPage | null;
}

/** What the answer says about a connection, as far as the query selects it. */
export interface ConnectionPage {
  readonly field: SelectedField | null;
  readonly totalCount: number | null;
  readonly pageInfo: JsonObject | null;
}

/** The most tables to offer for one answer. Connections within rows make one for each row. */
const maxTables = 200;

/** The identifiers of additional data that are pictures, by the items in an answer. */
export function findImageIdentifiers(data: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value)) {
      const { identifier, type, item } = value;
      const kind = isObject(item) ? item["type"] : type;
      if (kind === "IMAGE" && typeof identifier === "string") found.add(identifier);
      Object.values(value).forEach(visit);
    }
  };
  visit(data);
  return found;
}

/**
 * The tables in an answer's data, in its order: first the connections, then lists of objects outside any row, such as a
 * connection's counts or the values of its facets. The selection decides the columns and their order; without it, the rows do.
 */
export function findTables(
  data: unknown,
  selection: readonly SelectedField[],
): readonly TableSource[] {
  const connections: TableSource[] = [];
  const lists: TableSource[] = [];
  const visit = (value: unknown, field: ValueContext): void => {
    if (connections.length >= maxTables) return;
    if (Array.isArray(value)) {
      if (
        !field.inRow &&
        value.length > 0 &&
        value.every((row) => row === null || isObject(row)) &&
        value.some(isObject)
      ) {
        lists.push({ path: field.path, rows: value, fields: field.fields, connection: null });
      }
      // A facet is not a row of a table: its values are a table themselves.
      const inRow = field.inRow || field.field?.name !== "facets";
      for (const [index, row] of value.entries()) {
        visit(row, { ...field, path: `${field.path}.${index}`, inRow });
      }
    } else if (isObject(value)) {
      const source = toConnection(value, field);
      if (source) connections.push(source);
      for (const [key, child] of Object.entries(value)) {
        visit(child, enter(field, key, source !== null));
      }
    }
  };
  visit(data, { path: "", field: null, fields: selection, inRow: false });
  return [...connections, ...lists].slice(0, maxTables);
}

interface ValueContext {
  readonly path: string;
  readonly field: SelectedField | null;
  readonly fields: readonly SelectedField[];
  /** Whether this is part of a row. Its lists are cells, not tables. */
  readonly inRow: boolean;
}

function enter(
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

function toConnection(
  value: JsonObject,
  { path, field, fields }: ValueContext,
): TableSource | null {
  const shape = connectionKeys(value, fields);
  if (shape === null) return null;
  const { nodes, edges, totalCount, pageInfo } = shape;
  const list = value[nodes ?? edges ?? ""];
  if (!Array.isArray(list) || !list.every((row) => row === null || isObject(row))) return null;
  const count = value[totalCount];
  const page = value[pageInfo];
  return {
    path,
    rows: nodes === null ? list.map(toEdgeRow) : list,
    fields: nodes === null ? edgeFields(fields, edges) : fieldsOf(fields, nodes),
    connection: {
      field,
      totalCount: typeof count === "number" ? count : null,
      pageInfo: isObject(page) ? page : null,
    },
  };
}

/** The keys of a connection's fields in the answer, which may be aliases; null if it has neither nodes nor edges. */
function connectionKeys(value: JsonObject, fields: readonly SelectedField[]) {
  const keyOf = (name: string) => fields.find((field) => field.name === name)?.key ?? name;
  const [nodes, edges] = [keyOf("nodes"), keyOf("edges")];
  const hasNodes = Array.isArray(value[nodes]);
  if (!hasNodes && !Array.isArray(value[edges])) return null;
  return {
    nodes: hasNodes ? nodes : null,
    edges: hasNodes ? null : edges,
    totalCount: keyOf("totalCount"),
    pageInfo: keyOf("pageInfo"),
  };
}

/** An edge as a row: its own fields, then those of its node. */
function toEdgeRow(edge: unknown): JsonObject | null {
  if (!isObject(edge)) return null;
  const { node, ...own } = edge;
  if (node === undefined) return own;
  return isObject(node) ? { ...own, ...node } : null;
}

function edgeFields(
  fields: readonly SelectedField[],
  key: string | null,
): readonly SelectedField[] {
  const edge = fieldsOf(fields, key ?? "");
  const own = edge.filter((field) => field.key !== "node");
  const node = fieldsOf(edge, "node");
  return [...own.filter(({ key: name }) => !node.some((field) => field.key === name)), ...node];
}

function fieldsOf(fields: readonly SelectedField[], key: string): readonly SelectedField[] {
  return fields.find((field) => field.key === key)?.fields ?? [];
}
