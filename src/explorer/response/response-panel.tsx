import type { GraphQLSchema } from "graphql";
import { useId, useMemo, useState } from "react";
import type { ReceivedResponse, RequestText } from "../connect/graphql-over-http.ts";
import { formatSize } from "../format.ts";
import type { PinnedResponse } from "./compare/compare-panel.tsx";
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
  /** A response to compare this one with; null if none is pinned. */
  readonly pinned: PinnedResponse | null;
  readonly onPin: (isPinned: boolean) => void;
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
  const { run, mistake, pinned, isRunning, view, onView, explains, onExplain } = props;
  const notices = useMemo(() => noticesOf(run, mistake), [run, mistake]);
  const response = run?.outcome.kind === "response" ? run.outcome : null;
  const cost = useMemo(() => readCost(response?.body), [response]);
  const shown = view === "compare" && pinned === null ? "json" : view;
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
          <ViewButton view="json" current={shown} label="JSON" onView={onView} />
          <ViewButton view="table" current={shown} label="Table" onView={onView} />
          {(shown === "chart" || hasFacets(run)) && (
            <ViewButton view="chart" current={shown} label="Chart" onView={onView} />
          )}
          {pinned && <ViewButton view="compare" current={shown} label="Compare" onView={onView} />}
        </fieldset>
        {(pinned || response) && (
          <button
            type="button"
            aria-pressed={pinned !== null}
            title="Keep this response, to compare the next ones with it"
            onClick={() => props.onPin(pinned === null)}
          >
            {pinned ? "Pinned" : "Pin"}
          </button>
        )}
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
      {run && response && <ResponseContent {...props} view={shown} run={run} response={response} />}
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
