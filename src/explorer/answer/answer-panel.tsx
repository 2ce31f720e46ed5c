import type { FieldNode, GraphQLSchema } from "graphql";
import { useMemo, useState } from "react";
import type { Answer, GraphqlRequest } from "../connect/answer.ts";
import { explainAnswer, type Notice } from "../connect/notices.ts";
import { addSelection } from "../query/build/edit-selection.ts";
import { JsonView } from "../query/editor/json-editor.tsx";
import { download } from "./download.ts";
import type { RequestText } from "./request/edit-request.ts";
import { isFirstPage, type Paging, pageRequest } from "./request/paging.ts";
import { sortRequest } from "./request/sort-request.ts";
import { type Order, sortingOf } from "./request/sorting.ts";
import { readSelection } from "./table/selection.ts";
import type { TableSource } from "./table/sources.ts";
import { TablePanel } from "./table-panel.tsx";

/** A finished run: the request, its answer, and how far it paged into its lists. */
export interface Run {
  readonly text: RequestText;
  readonly request: GraphqlRequest;
  readonly answer: Answer;
  /** How many rows come before those of a list, by the list's path. It is known only for pages reached by paging. */
  readonly rowsBefore: Readonly<Record<string, number>>;
  readonly hadKey: boolean;
  readonly hadSampleKey: boolean;
}

/** How the answer is shown. */
export type AnswerView = "json" | "table";

interface AnswerPanelProps {
  readonly run: Run | null;
  readonly mistake: Notice | null;
  readonly isRunning: boolean;
  readonly view: AnswerView;
  readonly imageOrigins: readonly string[];
  /** Shows what the server can sort by; undefined if it is unknown. */
  readonly schema: GraphQLSchema | undefined;
  readonly onView: (view: AnswerView) => void;
  /** Runs another text in this tab. `rowsBefore` says how many rows come before its page. */
  readonly onContinue: (text: RequestText, rowsBefore: Readonly<Record<string, number>>) => void;
}

/** The JSON view cuts longer texts, because they would slow the page down. */
const mostCharacters = 4_000_000;

/** The answer: notices in words, then the data as JSON or as tables. */
export function AnswerPanel(props: AnswerPanelProps) {
  const { run, mistake, isRunning, view, onView } = props;
  const notices = useMemo(() => noticesOf(run, mistake), [run, mistake]);
  const answer = run?.answer.kind === "answer" ? run.answer : null;
  return (
    <section
      className={isRunning ? "answer is-running" : "answer"}
      aria-label="Answer"
      aria-busy={isRunning}
    >
      <div className="bar">
        <fieldset className="switch" aria-label="View of the answer">
          <ViewButton view="json" current={view} label="JSON" onView={onView} />
          <ViewButton view="table" current={view} label="Table" onView={onView} />
        </fieldset>
        <span className="gap" />
        {isRunning && <span className="muted">Asking…</span>}
        {!isRunning && answer && (
          <span className="muted facts">
            {answer.status} · {answer.durationMs} ms · {formatSize(answer.text.length)}
          </span>
        )}
      </div>
      {notices.length > 0 && (
        <div className="notices" role="status">
          {notices.map(({ tone, title, detail }) => (
            <p key={title} className={`notice is-${tone}`}>
              <strong>{title}.</strong> {detail}
            </p>
          ))}
        </div>
      )}
      {run && answer ? <Shown {...props} run={run} answer={answer} /> : run === null && <Waiting />}
    </section>
  );
}

interface ShownProps extends AnswerPanelProps {
  readonly run: Run;
  readonly answer: Answer & { readonly kind: "answer" };
}

function Shown({ run, answer, view, imageOrigins, schema, onContinue }: ShownProps) {
  const selection = useMemo(
    () => readSelection(run.text.query, run.request.operationName),
    [run.text.query, run.request.operationName],
  );
  const [hasBadVariables, setHasBadVariables] = useState(false);
  if (view === "json") return <Json answer={answer} />;
  const goOn = (text: RequestText | null, rowsBefore: Run["rowsBefore"]) => {
    setHasBadVariables(text === null);
    if (text) onContinue(text, rowsBefore);
  };
  const page = (source: TableSource, paging: Paging & { kind: "ready" }) =>
    goOn(pageRequest(run.text, nodesOf(source), paging), rowsBeforeNext(run, source, paging));
  const sort = (source: TableSource, order: Order | null) => {
    const { [source.path]: _, ...others } = run.rowsBefore;
    goOn(sortRequest(run.text, nodesOf(source), order), others);
  };
  const addPageInfo = (source: TableSource) => {
    const node = source.connection?.field?.nodes[0];
    const fields = "pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";
    if (node) onContinue({ ...run.text, query: addSelection(run.text.query, node, fields) }, {});
  };
  return (
    <>
      {hasBadVariables && (
        <p className="notice is-error">
          The variables are not a JSON object. Correct them to go on.
        </p>
      )}
      <TablePanel
        data={answer.body?.data}
        selection={selection}
        imageOrigins={imageOrigins}
        rowsBefore={run.rowsBefore}
        sortingOf={(source) =>
          schema
            ? sortingOf(
                schema,
                { query: run.text.query, nodes: nodesOf(source) },
                run.request.variables ?? {},
              )
            : null
        }
        onSort={sort}
        onPage={page}
        onAddPageInfo={addPageInfo}
      />
    </>
  );
}

function nodesOf({ connection }: TableSource): readonly FieldNode[] {
  return connection?.field?.nodes ?? [];
}

/** The rows before each list once one of them has been paged. The others stay where they are. */
function rowsBeforeNext(
  { rowsBefore, request }: Run,
  source: TableSource,
  { direction }: Paging,
): Readonly<Record<string, number>> {
  const { [source.path]: known, ...others } = rowsBefore;
  const nodes = nodesOf(source);
  const before = known ?? (isFirstPage(nodes, request.variables ?? {}) ? 0 : undefined);
  if (before === undefined || direction === "previous") return others;
  return { ...others, [source.path]: before + source.rows.length };
}

function Json({ answer }: { readonly answer: ShownProps["answer"] }) {
  const text = useMemo(
    () => (answer.body === undefined ? answer.text : JSON.stringify(answer.body, null, 2)),
    [answer],
  );
  const isCut = text.length > mostCharacters;
  return (
    <>
      {isCut && (
        <p className="notice is-warning">
          <strong>This answer is very long.</strong> Its first {formatSize(mostCharacters)} are
          shown here.{" "}
          <button
            type="button"
            className="link"
            onClick={() => download(text, "answer.json", "application/json")}
          >
            Download all {formatSize(text.length)}
          </button>
        </p>
      )}
      <JsonView text={isCut ? text.slice(0, mostCharacters) : text} />
    </>
  );
}

interface ViewButtonProps {
  readonly view: AnswerView;
  readonly current: AnswerView;
  readonly label: string;
  readonly onView: (view: AnswerView) => void;
}

function ViewButton({ view, current, label, onView }: ViewButtonProps) {
  return (
    <button type="button" aria-pressed={view === current} onClick={() => onView(view)}>
      {label}
    </button>
  );
}

function Waiting() {
  return (
    <div className="empty">
      <p>
        Run the query to see its answer: <kbd>Ctrl</kbd> <kbd>Enter</kbd>
      </p>
    </div>
  );
}

function noticesOf(run: Run | null, mistake: Notice | null): readonly Notice[] {
  if (mistake) return [mistake];
  if (run === null) return [];
  return explainAnswer(run.answer, { hasKey: run.hadKey, isSampleKey: run.hadSampleKey });
}

function formatSize(characters: number): string {
  if (characters < 1000) return `${characters} B`;
  if (characters < 1_000_000) return `${(characters / 1000).toFixed(1)} kB`;
  return `${(characters / 1_000_000).toFixed(1)} MB`;
}
