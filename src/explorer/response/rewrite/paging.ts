import { type FieldNode, Kind } from "graphql";
import type { RequestText } from "../../connect/graphql-over-http.ts";
import type { JsonObject } from "../../connect/json.ts";
import type { ConnectionPage } from "../table/find-tables.ts";
import { withArgument } from "./edit-request.ts";

/** The direction in which a list is paged. `last`, or `before` without `first`, means backwards. */
type Direction = "next" | "previous";

/** Whether a connection can be paged, and how. */
export type Paging =
  | { readonly kind: "ready"; readonly direction: Direction; readonly cursor: string }
  /** There are no more pages in that direction. */
  | { readonly kind: "end"; readonly direction: Direction }
  /** The query does not select the `pageInfo` fields that paging needs. */
  | { readonly kind: "unselected"; readonly direction: Direction };

export function pagingOf({ field, pageInfo }: ConnectionPage): Paging {
  const direction = directionOf(field?.fieldNodes ?? []);
  const isNext = direction === "next";
  const more = readPageInfo(pageInfo, field, isNext ? "hasNextPage" : "hasPreviousPage");
  const cursor = readPageInfo(pageInfo, field, isNext ? "endCursor" : "startCursor");
  if (more === false) return { kind: "end", direction };
  if (more !== true || typeof cursor !== "string" || field === null) {
    return { kind: "unselected", direction };
  }
  return { kind: "ready", direction, cursor };
}

/**
 * The request for the page beyond a cursor. If `after` (or `before`) is a variable, the variable changes; otherwise the query's
 * text does. Null if the variables are not a JSON object.
 */
export function pageRequest(
  request: RequestText,
  nodes: readonly FieldNode[],
  { direction, cursor }: { readonly direction: Direction; readonly cursor: string },
): RequestText | null {
  const name = direction === "next" ? "after" : "before";
  return withArgument(request, nodes, { name, literal: JSON.stringify(cursor), value: cursor });
}

/** Whether a list is read from its start: forwards, and without a cursor. */
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
  const isBackwards =
    names.includes("last") || (names.includes("before") && !names.includes("first"));
  return isBackwards ? "previous" : "next";
}

/** A field of the page info by its name in the schema, whatever its alias. */
function readPageInfo(
  pageInfo: ConnectionPage["pageInfo"],
  field: ConnectionPage["field"],
  name: string,
): unknown {
  const info = field?.fields.find((candidate) => candidate.name === "pageInfo");
  const key = info?.fields.find((candidate) => candidate.name === name)?.key ?? name;
  return pageInfo?.[key];
}
