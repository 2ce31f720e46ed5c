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

interface ResponsePanelProps {
  readonly run: FinishedRun | null;
  readonly mistake: Notice | null;
  readonly isRunning: boolean;
  readonly view: ResponseView;
  readonly imageOrigins: readonly string[];
  readonly schema: GraphQLSchema | undefined;
  /** Whether requests ask what they cost. */
  readonly explains: boolean;
  readonly onExplain: (isOn: boolean) => void;
  readonly onView: (view: ResponseView) => void;
  readonly onContinue: (text: RequestText, rowsBefore: RowsBefore) => void;
}

export function ResponsePanel(props: ResponsePanelProps) {
  const { run, mistake, isRunning, view, onView, explains, onExplain } = props;
  const notices = useMemo(() => noticesOf(run, mistake), [run, mistake]);
  const response = run?.outcome.kind === "response" ? run.outcome : null;
  const cost = useMemo(() => readCost(response?.body), [response]);
  const costId = useId();
  const [showsCost, setShowsCost] = useState(false);
  return (
    <section
      className={isRunning ? "response is-running" : "response"}
      aria-label="Response"
      aria-busy={isRunning}
    >
      <div className="bar">
        <fieldset className="switch" aria-label="Response view">
          <ViewButton view="json" current={view} label="JSON" onView={onView} />
          <ViewButton view="table" current={view} label="Table" onView={onView} />
          {(view === "chart" || hasFacets(run)) && (
            <ViewButton view="chart" current={view} label="Chart" onView={onView} />
          )}
        </fieldset>
        <button
          type="button"
          aria-pressed={explains}
          title="Ask what each request costs the registry (X-Tapgraph-Explain)"
          onClick={() => onExplain(!explains)}
        >
          Cost
        </button>
        <span className="gap" />
        {isRunning && <span className="muted">Running…</span>}
        {!isRunning && response && <Facts response={response} />}
        {!isRunning && cost && (
          <button
            type="button"
            className="link facts"
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
      {run && response && <ResponseContent {...props} run={run} response={response} />}
      {run === null && <Waiting />}
    </section>
  );
}

/** Whether the query selects facets, so that there may be charts. */
function hasFacets(run: FinishedRun | null): boolean {
  return run?.outcome.kind === "response" && /\bfacets\b/.test(run.text.query);
}

function noticesOf(run: FinishedRun | null, mistake: Notice | null): readonly Notice[] {
  if (mistake) return [mistake];
  if (run === null) return [];
  return explainOutcome(run.outcome, run.keyKind);
}

interface ViewButtonProps {
  readonly view: ResponseView;
  readonly current: ResponseView;
  readonly label: string;
  readonly onView: (view: ResponseView) => void;
}

function ViewButton({ view, current, label, onView }: ViewButtonProps) {
  return (
    <button type="button" aria-pressed={view === current} onClick={() => onView(view)}>
      {label}
    </button>
  );
}

function Facts({ response }: { readonly response: ReceivedResponse }) {
  const { status, durationMs, text } = response;
  return (
    <span className="muted facts">
      {status} · {durationMs} ms · {formatSize(text.length)}
    </span>
  );
}

function Waiting() {
  return (
    <div className="empty">
      <p>
        Run the query to see its response: <kbd>Ctrl</kbd> <kbd>Enter</kbd>
      </p>
    </div>
  );
}
