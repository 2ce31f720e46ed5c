import type { FieldNode } from "graphql";
import type { GraphQLRequest, RequestOutcome, RequestText } from "../connect/graphql-over-http.ts";
import type { KeyKind } from "../connect/key.ts";
import { isFirstPage, type Paging } from "./rewrite/paging.ts";
import type { TableSource } from "./table/find-tables.ts";

/** By a list's path: how many rows come before those shown. Known only if paged from its start. */
export type RowsBefore = Readonly<Record<string, number>>;

export interface FinishedRun {
  readonly text: RequestText;
  readonly request: GraphQLRequest;
  readonly outcome: RequestOutcome;
  readonly rowsBefore: RowsBefore;
  readonly keyKind: KeyKind;
}

/** The nodes that select a list in the query; none for a list that is not a connection. */
export function fieldNodesOf({ connection }: TableSource): readonly FieldNode[] {
  return connection?.field?.fieldNodes ?? [];
}

export function rowsBeforeNext(
  { rowsBefore, request }: FinishedRun,
  source: TableSource,
  { direction }: Paging,
): RowsBefore {
  const { [source.path]: known, ...others } = rowsBefore;
  const before =
    known ?? (isFirstPage(fieldNodesOf(source), request.variables ?? {}) ? 0 : undefined);
  if (before === undefined || direction === "previous") return others;
  return { ...others, [source.path]: before + source.rows.length };
}
