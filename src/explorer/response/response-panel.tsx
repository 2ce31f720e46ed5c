import type { GraphQLSchema } from "graphql";
import { useId, useMemo, useState } from "react";
import type { ReceivedResponse, RequestText } from "../connect/graphql-over-http.ts";
import { formatSize } from "../format.ts";
import { readCost, summarizeCost } from "./cost/cost.ts";
import { CostPanel } from "./cost/cost-panel.tsx";
import type { FinishedRun, RowsBefore } from "./finished-run.ts";
import { explainOutcome } from "./notices/explain-outcome.ts";
import type { Notice } from "./notices/notice.ts";
import { NoticeList } from "./notices/notice-list.tsx";
import { ResponseContent, type ResponseView } from "./response-content.tsx";
import { FileBar } from "./rows/file-bar.tsx";
import type { useRowFile } from "./rows/use-row-file.ts";

export function ResponsePanel(props: {
  readonly run: FinishedRun | null;
  readonly mistake: Notice | null;
  readonly isRunning: boolean;
  readonly view: ResponseView;
  readonly imageOrigins: readonly string[];
  readonly schema: GraphQLSchema | undefined;
  readonly explains: boolean;
  readonly onExplain: (isOn: boolean) => void;
  readonly onView: (view: ResponseView) => void;
  readonly onContinue: (text: RequestText, rowsBefore: RowsBefore) => void;
  readonly rowFile: Pick<ReturnType<typeof useRowFile>, "file" | "stop">;
  readonly onAllRows: React.ComponentProps<typeof ResponseContent>["onAllRows"];
}) {
  const { run, mistake, isRunning, view, onView, explains, onExplain } = props;
  const { file, stop } = props.rowFile;
  const notices = useMemo(() => {
    if (mistake) return [mistake];
    return run ? explainOutcome(run.outcome, run.keyKind) : [];
  }, [run, mistake]);
  const response = run?.outcome.kind === "response" ? run.outcome : null;
  const cost = useMemo(() => readCost(response?.body), [response]);
  const costId = useId();
  const [showsCost, setShowsCost] = useState(false);
  // Only a query that selects facets can have charts.
  const mayHaveCharts = view === "chart" || (response && /\bfacets\b/.test(run?.text.query ?? ""));
  return (
    <section
      className={isRunning ? "response is-running" : "response"}
      aria-label="Response"
      aria-busy={isRunning}
    >
      <div className="bar row">
        <fieldset className="switch" aria-label="Response view">
          {views
            .filter(([name]) => name !== "chart" || mayHaveCharts)
            .map(([name, label]) => (
              <button
                type="button"
                key={name}
                className="quiet"
                aria-pressed={view === name}
                onClick={() => onView(name)}
              >
                {label}
              </button>
            ))}
        </fieldset>
        <button
          type="button"
          aria-pressed={explains}
          title="Ask what each request costs the registry (X-Tapgraph-Explain)"
          onClick={() => onExplain(!explains)}
        >
          Cost
        </button>
        {explains && response && !cost && !isRunning && (
          <span className="muted small" role="status">
            from the next run
          </span>
        )}
        <span className="gap" />
        {isRunning && <span className="muted">Running…</span>}
        {!isRunning && response && <Facts response={response} />}
        {!isRunning && cost && (
          <button
            type="button"
            className="link facts small"
            aria-expanded={showsCost}
            aria-controls={showsCost ? costId : undefined}
            title="What each call was for"
            onClick={() => setShowsCost(!showsCost)}
          >
            {summarizeCost(cost)}
          </button>
        )}
      </div>
      {cost && showsCost && <CostPanel cost={cost} id={costId} />}
      {notices.length > 0 && (
        <div className="notices" role="status">
          <NoticeList notices={notices} />
        </div>
      )}
      {file && <FileBar file={file} onStop={stop} />}
      {run && response && (
        <ResponseContent
          {...props}
          run={run}
          response={response}
          onAllRows={file?.end === null ? null : props.onAllRows}
        />
      )}
      {run === null && (
        <p className="empty">
          Run the query to see its response: <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </p>
      )}
    </section>
  );
}

const views: readonly [ResponseView, string][] = [
  ["json", "JSON"],
  ["table", "Table"],
  ["chart", "Chart"],
];

function Facts({
  response: { status, durationMs, text },
}: {
  readonly response: ReceivedResponse;
}) {
  return (
    <span className="muted facts small">
      {status} · {durationMs} ms · {formatSize(text.length)}
    </span>
  );
}
