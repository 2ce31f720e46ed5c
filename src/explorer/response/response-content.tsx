import type { GraphQLSchema } from "graphql";
import { useMemo } from "react";
import type { ReceivedResponse, RequestText } from "../connect/graphql-over-http.ts";
import { addSelection } from "../query/build/edit-selection.ts";
import { ChartPanel } from "./chart/chart-panel.tsx";
import { findCharts } from "./chart/find-charts.ts";
import { type FinishedRun, fieldNodesOf, type RowsBefore, rowsBeforeNext } from "./finished-run.ts";
import { JsonResponse } from "./json-response.tsx";
import { type Paging, pageRequest } from "./rewrite/paging.ts";
import { sortRequest } from "./rewrite/sort-request.ts";
import { type ListOrder, sortingOf } from "./rewrite/sorting.ts";
import type { TableSource } from "./table/find-tables.ts";
import { readSelectedFields } from "./table/selection.ts";
import { TablePanel } from "./table-view/table-panel.tsx";

export type ResponseView = "json" | "table" | "chart";

export function ResponseContent({
  run,
  response,
  view,
  imageOrigins,
  schema,
  onContinue,
  onAllRows,
}: {
  readonly run: FinishedRun;
  readonly response: ReceivedResponse;
  readonly view: ResponseView;
  readonly imageOrigins: readonly string[];
  /** Says what the server can sort by; undefined if that is unknown. */
  readonly schema: GraphQLSchema | undefined;
  readonly onContinue: (text: RequestText, rowsBefore: RowsBefore) => void;
  readonly onAllRows: React.ComponentProps<typeof TablePanel>["onAllRows"];
}) {
  const { text, request, rowsBefore } = run;
  const selection = useMemo(
    () => readSelectedFields(text.query, request.operationName),
    [text.query, request.operationName],
  );
  if (view === "chart") return <ChartPanel charts={findCharts(response.body?.data, selection)} />;
  if (view !== "table") return <JsonResponse response={response} />;
  const page = (source: TableSource, paging: Paging & { kind: "ready" }) =>
    onContinue(
      pageRequest(text, fieldNodesOf(source), paging),
      rowsBeforeNext(run, source, paging),
    );
  const sort = (source: TableSource, order: ListOrder | null) => {
    const { [source.path]: _, ...others } = rowsBefore;
    onContinue(sortRequest(text, fieldNodesOf(source), order), others);
  };
  const addPageInfo = (source: TableSource) => {
    const [node] = fieldNodesOf(source);
    if (node) onContinue({ ...text, query: addSelection(text.query, node, pageInfo) }, {});
  };
  const list = (source: TableSource) => ({ query: text.query, fieldNodes: fieldNodesOf(source) });
  return (
    <TablePanel
      data={response.body?.data}
      selection={selection}
      imageOrigins={imageOrigins}
      rowsBefore={rowsBefore}
      sortingOf={(source) =>
        schema ? sortingOf(schema, list(source), request.variables ?? {}) : null
      }
      onSort={sort}
      onPage={page}
      onAddPageInfo={addPageInfo}
      onAllRows={onAllRows}
    />
  );
}

const pageInfo = "pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";
