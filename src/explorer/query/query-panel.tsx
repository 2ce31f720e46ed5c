import type { EditorView } from "@codemirror/view";
import { type GraphQLSchema, parse } from "graphql";
import { useMemo, useRef, useState } from "react";
import type { RequestText } from "../connect/graphql-over-http.ts";
import { Splitter } from "../splitter.tsx";
import { fillLeaves } from "./build/fill-leaves.ts";
import { CopyMenu } from "./copy-as/copy-menu.tsx";
import { VariablesEditor } from "./editor/json-editor.tsx";
import { prettifyJson, prettifyQuery } from "./editor/prettify.ts";
import { QueryEditor } from "./editor/query-editor.tsx";
import { variablesSupport } from "./editor/variables.ts";
import { operationsAt, operationsOf } from "./operations.ts";

interface QueryPanelProps {
  readonly tab: RequestText & { readonly id: string };
  readonly schema: GraphQLSchema | undefined;
  readonly apiKey: string;
  readonly persistedOnly: boolean;
  readonly isRunning: boolean;
  readonly onEdit: (change: Partial<RequestText>) => void;
  /** Runs one of the operations: the first, if none is named. */
  readonly onRun: (text: RequestText, operationName: string | undefined) => void;
  readonly onStop: () => void;
  readonly onShowDocs: (name: string) => void;
}

export function QueryPanel(props: QueryPanelProps) {
  const { tab, schema, persistedOnly, isRunning, onEdit, onStop } = props;
  const editor = useRef<EditorView>(null);
  const [problem, setProblem] = useState<{ readonly of: string; readonly text: string }>();
  const [choice, setChoice] = useState<{ readonly of: string; readonly names: string[] }>();
  // What is said of a text goes when the text is another.
  const shown = `${tab.id}\n${tab.query}`;
  const operationNames = () => {
    const cursor = editor.current?.state.selection.main.head ?? 0;
    return operationsAt(tab.query, cursor).map(({ name }) => name?.value);
  };
  const filled = () => (schema ? fillLeaves(schema, tab.query) : tab.query);
  const runOperation = (name: string | undefined) => {
    setChoice(undefined);
    props.onRun({ query: filled(), variables: tab.variables }, name);
  };
  const run = () => {
    const names = operationNames();
    if (names.length > 1)
      setChoice({ of: shown, names: names.filter((name) => name !== undefined) });
    else runOperation(names[0]);
  };
  const prettify = async () => {
    const query = await prettifyQuery(filled());
    onEdit({ query, variables: prettifyJson(tab.variables) });
  };
  return (
    <section className="query" aria-label="Query">
      <div className="bar row">
        <button
          type="button"
          className="primary run"
          title={isRunning ? undefined : "Ctrl+Enter"}
          onClick={isRunning ? onStop : run}
        >
          {isRunning ? "Stop" : "Run"}
        </button>
        <button
          type="button"
          title="Format the query (Shift+Ctrl+P)"
          onClick={() => void prettify()}
        >
          Prettify
        </button>
        <CopyMenu
          text={tab}
          apiKey={props.apiKey}
          schema={schema}
          getOperationName={() => operationNames()[0]}
          onProblem={(text) => setProblem(text === null ? undefined : { of: shown, text })}
        />
        <span className="gap" />
        {persistedOnly && (
          <span
            className="tag"
            title="This gateway refuses queries that are not registered with it"
          >
            registered queries only
          </span>
        )}
      </div>
      {problem?.of === shown && (
        <p className="notice is-warning" role="status">
          {problem.text}
        </p>
      )}
      {choice?.of === shown && (
        <OperationChoice
          names={choice.names}
          onChoose={runOperation}
          onCancel={() => setChoice(undefined)}
        />
      )}
      <QueryEditor
        documentId={tab.id}
        text={tab.query}
        schema={schema}
        onChange={(query) => onEdit({ query })}
        onReady={(view) => {
          editor.current = view;
        }}
        onRun={run}
        onPrettify={() => void prettify()}
        onShowDocs={props.onShowDocs}
      />
      <Variables tab={tab} schema={schema} onEdit={onEdit} onRun={run} />
    </section>
  );
}

function OperationChoice({
  names,
  onChoose,
  onCancel,
}: {
  readonly names: readonly string[];
  readonly onChoose: (name: string) => void;
  readonly onCancel: () => void;
}) {
  return (
    <fieldset
      className="row notice is-done choice"
      aria-label="Which operation?"
      ref={focusFirstButton}
      onKeyDown={({ key }) => key === "Escape" && onCancel()}
    >
      Which operation?
      {names.map((name) => (
        <button type="button" key={name} onClick={() => onChoose(name)}>
          {name}
        </button>
      ))}
      <button type="button" className="link" onClick={onCancel}>
        Cancel
      </button>
    </fieldset>
  );
}

function focusFirstButton(element: HTMLElement | null): void {
  element?.querySelector("button")?.focus();
}

/** Until the user opens or closes it, it is open if there are variables. */
function Variables({
  tab,
  schema,
  onEdit,
  onRun,
}: Pick<QueryPanelProps, "tab" | "schema" | "onEdit"> & { readonly onRun: () => void }) {
  const [opened, setOpened] = useState<boolean | null>(null);
  const isOpen = opened ?? tab.variables.trim() !== "";
  const support = useMemo(
    () => variablesSupport(schema, definitionsIn(tab.query)),
    [schema, tab.query],
  );
  return (
    <>
      {isOpen && (
        <Splitter
          label="Resize the variables"
          area=".query"
          property="--variables"
          orientation="horizontal"
          first={34}
        />
      )}
      <div className={isOpen ? "variables pane is-open" : "variables pane"}>
        <button
          type="button"
          className="quiet muted"
          aria-expanded={isOpen}
          onClick={() => setOpened(!isOpen)}
        >
          {isOpen ? "▾" : "▸"} Variables
        </button>
        {isOpen && (
          <VariablesEditor
            documentId={tab.id}
            text={tab.variables}
            support={support}
            onChange={(variables) => onEdit({ variables })}
            onRun={onRun}
          />
        )}
      </div>
    </>
  );
}

/** The variables that the query's operations declare; null while it has a syntax error. */
function definitionsIn(query: string) {
  try {
    return operationsOf(parse(query)).flatMap(
      ({ variableDefinitions = [] }) => variableDefinitions,
    );
  } catch {
    return null;
  }
}
