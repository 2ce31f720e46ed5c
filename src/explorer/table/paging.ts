import { type FieldNode, Kind } from "graphql";
import type { ConnectionPage, JsonObject } from "./sources.ts";

/** Which way a list is read on, which is the way the query reads it: backwards where it says `last` or `before`. */
export type Direction = "next" | "previous";

/** A request's text: its document and its variables as JSON. */
export interface RequestText {
  readonly query: string;
  readonly variables: string;
}

/** What paging a connection takes. */
export type Paging =
  | { readonly kind: "ready"; readonly direction: Direction; readonly cursor: string }
  /** There is nothing that way. */
  | { readonly kind: "end"; readonly direction: Direction }
  /** The query asks for no page info, or not for the part that is needed. */
  | { readonly kind: "unasked"; readonly direction: Direction };

/** Whether and how a connection can be read on, by its `pageInfo`. */
export function pagingOf({ field, pageInfo }: ConnectionPage): Paging {
  const direction = directionOf(field?.nodes ?? []);
  const [more, cursor] =
    direction === "next"
      ? [read(pageInfo, field, "hasNextPage"), read(pageInfo, field, "endCursor")]
      : [read(pageInfo, field, "hasPreviousPage"), read(pageInfo, field, "startCursor")];
  if (more === false) return { kind: "end", direction };
  if (more !== true || typeof cursor !== "string" || field === null) {
    return { kind: "unasked", direction };
  }
  return { kind: "ready", direction, cursor };
}

/**
 * The request for the page beyond a cursor: the variable of `after` (or `before`) gets it where the query has one,
 * else the query's own text does. Null when the variables cannot be read as JSON.
 */
export function pageRequest(
  request: RequestText,
  nodes: readonly FieldNode[],
  { direction, cursor }: { readonly direction: Direction; readonly cursor: string },
): RequestText | null {
  const argumentName = direction === "next" ? "after" : "before";
  let { query, variables } = request;
  const fromLastToFirst = [...nodes].sort((one, other) => start(other) - start(one));
  for (const node of fromLastToFirst) {
    const given = node.arguments?.find(({ name }) => name.value === argumentName);
    if (given?.value.kind === Kind.VARIABLE) {
      const changed = withVariable(variables, given.value.name.value, cursor);
      if (changed === null) return null;
      variables = changed;
    } else {
      query = withArgument(query, node, { name: argumentName, literal: JSON.stringify(cursor) });
    }
  }
  return { query, variables };
}

/** A query's text with an argument of one of its fields set to a literal. The node must be of this very text. */
export function withArgument(
  query: string,
  node: FieldNode,
  { name, literal }: { readonly name: string; readonly literal: string },
): string {
  const list = node.arguments ?? [];
  const given = list.find((argument) => argument.name.value === name)?.value.loc;
  if (given) return splice(query, given.start, given.end, literal);
  const last = list.at(-1)?.loc;
  if (last) return splice(query, last.end, last.end, `, ${name}: ${literal}`);
  const end = node.name.loc?.end ?? 0;
  return splice(query, end, end, `(${name}: ${literal})`);
}

/** Whether a page is the first of its list: it is read forwards, and from no cursor. */
export function isFirstPage(nodes: readonly FieldNode[], variables: JsonObject): boolean {
  return nodes.every((node) =>
    (node.arguments ?? []).every(({ name, value }) => {
      if (!["after", "before", "last"].includes(name.value)) return true;
      if (value.kind === Kind.NULL) return true;
      return value.kind === Kind.VARIABLE && (variables[value.name.value] ?? null) === null;
    }),
  );
}

function directionOf(nodes: readonly FieldNode[]): Direction {
  const names = nodes.flatMap((node) => node.arguments?.map(({ name }) => name.value) ?? []);
  const backwards =
    names.includes("last") || (names.includes("before") && !names.includes("first"));
  return backwards ? "previous" : "next";
}

/** A part of the page info, by its name in the schema, whatever the query calls it. */
function read(
  pageInfo: ConnectionPage["pageInfo"],
  field: ConnectionPage["field"],
  name: string,
): unknown {
  const info = field?.fields.find((candidate) => candidate.name === "pageInfo");
  const key = info?.fields.find((candidate) => candidate.name === name)?.key ?? name;
  return pageInfo?.[key];
}

function withVariable(text: string, name: string, value: string): string | null {
  try {
    const variables: unknown = text.trim() === "" ? {} : JSON.parse(text);
    if (typeof variables !== "object" || variables === null) return null;
    return `${JSON.stringify({ ...variables, [name]: value }, null, 2)}\n`;
  } catch {
    return null;
  }
}

function start(node: FieldNode): number {
  return node.loc?.start ?? 0;
}

function splice(text: string, from: number, to: number, insert: string): string {
  return text.slice(0, from) + insert + text.slice(to);
}
