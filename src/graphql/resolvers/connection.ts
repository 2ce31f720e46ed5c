import {
  parseConnectionArguments,
  type RawConnectionArguments,
} from "../../connection/arguments.ts";
import { type ConnectionNeeds, loadConnection } from "../../connection/connection.ts";
import { PageSourceError } from "../../connection/page-source.ts";
import type { FieldSelection } from "../../execution/plan.ts";
import { RegistryError } from "../../upstream/errors.ts";
import type { RecordList } from "../../upstream/record-list.ts";
import type { Subject } from "../../upstream/records.ts";
import type { GatewayContext } from "../context.ts";
import type { ConnectionParent, EdgeParent } from "../parents.ts";
import type { PageInfoResolvers } from "../types.generated.ts";

/** GraphQL's `Int` has 32 bits. */
const largestInt = 2 ** 31 - 1;

/** Rows of a page where the query does not say how many. */
export const defaultPageSize = 100;

/**
 * A page of a list, by the arguments of a connection field. REST calls: one where a page of the registry can hold it.
 * @throws ConnectionArgumentError, RegistryError
 */
export async function loadRecords<Kind extends Subject>(
  list: RecordList<Kind>,
  given: RawConnectionArguments,
  context: GatewayContext,
  selection: FieldSelection,
): Promise<ConnectionParent<Kind>> {
  const { maxPageSize: maxSize } = context.options;
  const checked = parseConnectionArguments(given, { defaultSize: defaultPageSize, maxSize });
  const needs: ConnectionNeeds = {
    rows: selection.isSelected("nodes") || selection.isSelected("edges"),
    pageInfo: selection.isSelected("pageInfo") || selection.isSelected("edges", "cursor"),
    totalCount: selection.isSelected("totalCount"),
  };
  try {
    const page = await loadConnection(checked, list, needs);
    for (const warning of page.warnings) context.warn(warning);
    const totalCount = toInt(page.totalCount);
    return totalCount instanceof PageSourceError
      ? { ...page, totalCount: toRegistryError(totalCount, list) }
      : page;
  } catch (error) {
    throw error instanceof PageSourceError ? toRegistryError(error, list) : error;
  }
}

/** A count as GraphQL's `Int` can hold it; an error in the place of a larger one. */
function toInt(count: number | Error | null): number | Error | null {
  return typeof count === "number" && count > largestInt
    ? new PageSourceError("The registry counts more records than a GraphQL Int can hold.")
    : count;
}

/** Answers that contradict one another are as bad as one that is not the documented shape. */
function toRegistryError(
  { message }: PageSourceError,
  { template }: { readonly template: string },
) {
  return new RegistryError("REGISTRY_BAD_RESPONSE", template, message);
}

/** The resolvers of a connection, whichever kind of record it has. */
export const connection = {
  edges: <Kind extends Subject>(page: ConnectionParent<Kind>): readonly EdgeParent<Kind>[] =>
    page.rows.map((_, index) => ({ page, index })),
  nodes: <Kind extends Subject>({ rows }: ConnectionParent<Kind>) => rows,
  pageInfo: <Kind extends Subject>(page: ConnectionParent<Kind>) => page,
  totalCount: ({ totalCount }: ConnectionParent<Subject>) => totalCount,
};

/** The resolvers of an edge, whichever kind of record it has. */
export const edge = {
  cursor: ({ page, index }: EdgeParent<Subject>): string => page.cursorAt(index),
  node: <Kind extends Subject>({ page, index }: EdgeParent<Kind>) => page.rows[index] ?? null,
};

/** `PageInfo`. */
export const pageInfo: PageInfoResolvers = {
  hasPreviousPage: (page) => page.hasPreviousPage,
  hasNextPage: (page) => page.hasNextPage,
  startCursor: (page) => (page.rows.length > 0 ? page.cursorAt(0) : null),
  endCursor: (page) => (page.rows.length > 0 ? page.cursorAt(page.rows.length - 1) : null),
};
