import { type FieldNode, Kind } from "graphql";
import { type RequestText, withArgument } from "./edit-request.ts";
import type { ConnectionPage, JsonObject } from "./sources.ts";

/** Which way a list is read on, which is the way the query reads it: backwards where it says `last` or `before`. */
export type Direction = "next" | "previous";

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
  const name = direction === "next" ? "after" : "before";
  return withArgument(request, nodes, { name, literal: JSON.stringify(cursor), value: cursor });
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
