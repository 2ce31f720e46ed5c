import type { FieldNode } from "graphql";
import type { GraphQLRequest, GraphQLResponse } from "../connect/graphql-over-http.ts";
import type { RequestText } from "../connect/request-text.ts";
import { isFirstPage, type Paging } from "./request/paging.ts";
import type { TableSource } from "./table/find-tables.ts";

/** How many rows come before those of a list, by the list's path. It is known only for pages reached by paging. */
export type RowsBefore = Readonly<Record<string, number>>;

/** A finished run: the request, its response, and how far it paged into its lists. */
export interface FinishedRun {
  readonly text: RequestText;
  readonly request: GraphQLRequest;
  readonly response: GraphQLResponse;
  readonly rowsBefore: RowsBefore;
  readonly hadKey: boolean;
  readonly hadSampleKey: boolean;
}

/** All selections of a list in the query; none for a list that is not a connection. */
export function nodesOf({ connection }: TableSource): readonly FieldNode[] {
  return connection?.field?.nodes ?? [];
}

/** The rows before each list after one of them has been paged. The others stay where they are. */
export function rowsBeforeNext(
  { rowsBefore, request }: FinishedRun,
  source: TableSource,
  { direction }: Paging,
): RowsBefore {
  const { [source.path]: known, ...others } = rowsBefore;
  const before = known ?? (isFirstPage(nodesOf(source), request.variables ?? {}) ? 0 : undefined);
  if (before === undefined || direction === "previous") return others;
  return { ...others, [source.path]: before + source.rows.length };
}
