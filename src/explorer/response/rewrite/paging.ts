import { type FieldNode, Kind } from "graphql";
import type { RequestText } from "../../connect/graphql-over-http.ts";
import type { JsonObject } from "../../connect/json.ts";
import type { ConnectionPage } from "../table/find-tables.ts";
import { withArgument } from "./edit-request.ts";

/** How a connection can be paged. `last`, or `before` without `first`, means backwards. */
export type Paging = { readonly direction: "next" | "previous" } & (
  | { readonly kind: "ready"; readonly cursor: string }
  | { readonly kind: "end" }
  | { readonly kind: "unselected" }
);

export function pagingOf({ field, pageInfo }: ConnectionPage): Paging {
  const names = (field?.fieldNodes ?? []).flatMap(
    (node) => node.arguments?.map(({ name }) => name.value) ?? [],
  );
  const isBackwards =
    names.includes("last") || (names.includes("before") && !names.includes("first"));
  const direction = isBackwards ? "previous" : "next";
  const info = field?.fields.find(({ name }) => name === "pageInfo");
  const read = (name: string) =>
    pageInfo?.[info?.fields.find((inner) => inner.name === name)?.key ?? name];
  const more = read(isBackwards ? "hasPreviousPage" : "hasNextPage");
  const cursor = read(isBackwards ? "startCursor" : "endCursor");
  if (more === false) return { kind: "end", direction };
  if (more !== true || typeof cursor !== "string" || field === null) {
    return { kind: "unselected", direction };
  }
  return { kind: "ready", direction, cursor };
}

/**
 * The request for the page beyond a cursor. If `after` (or `before`) is a variable, the variable
 * changes; otherwise the query's text does.
 */
export function pageRequest(
  request: RequestText,
  nodes: readonly FieldNode[],
  { direction, cursor }: Omit<Paging & { readonly kind: "ready" }, "kind">,
): RequestText {
  const name = direction === "next" ? "after" : "before";
  return withArgument(request, nodes, { name, literal: JSON.stringify(cursor), value: cursor });
}

export function isFirstPage(nodes: readonly FieldNode[], variables: JsonObject): boolean {
  return nodes.every((node) =>
    (node.arguments ?? []).every(({ name, value }) => {
      if (!["after", "before", "last"].includes(name.value)) return true;
      if (value.kind === Kind.NULL) return true;
      return value.kind === Kind.VARIABLE && (variables[value.name.value] ?? null) === null;
    }),
  );
}
