import type { GraphQLSchema } from "graphql";
import { useState } from "react";
import type { RequestText } from "../connect/graphql-over-http.ts";
import { CopyMenu } from "./copy-as/copy-menu.tsx";
import { VariablesEditor } from "./editor/json-editor.tsx";
import { prettifyJson, prettifyQuery } from "./editor/prettify.ts";
import { QueryEditor } from "./editor/query-editor.tsx";

interface EditedTab extends RequestText {
  readonly id: string;
}

interface QueryPanelProps {
  readonly tab: EditedTab;
  readonly schema: GraphQLSchema | undefined;
  readonly apiKey: string;
  readonly persistedOnly: boolean;
  readonly isRunning: boolean;
  readonly onEdit: (change: Partial<RequestText>) => void;
  readonly onRun: () => void;
  readonly onStop: () => void;
  readonly onShowType: (name: string) => void;
}

export function QueryPanel(props: QueryPanelProps) {
  const { tab, persistedOnly, onEdit, onRun } = props;
  const [problem, setProblem] = useState<{ readonly of: EditedTab; readonly text: string }>();
  const prettify = async () => {
    const query = await prettifyQuery(tab.query);
    onEdit({ query, variables: prettifyJson(tab.variables) });
  };
  return (
    <section className="query" aria-label="Query">
      <div className="bar">
        <RunButton {...props} />
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
          schema={props.schema}
          onProblem={(text) => setProblem(text === null ? undefined : { of: tab, text })}
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
      {problem?.of === tab && (
        <p className="notice is-warning" role="status">
          {problem.text}
        </p>
      )}
      <QueryEditor
        documentId={tab.id}
        text={tab.query}
        schema={props.schema}
        onChange={(query) => onEdit({ query })}
        onRun={onRun}
        onPrettify={() => void prettify()}
        onShowType={props.onShowType}
      />
      <Variables tab={tab} onEdit={onEdit} onRun={onRun} />
    </section>
  );
}

function RunButton({
  isRunning,
  onRun,
  onStop,
}: Pick<QueryPanelProps, "isRunning" | "onRun" | "onStop">) {
  return isRunning ? (
    <button type="button" className="primary run" onClick={onStop}>
      Stop
    </button>
  ) : (
    <button type="button" className="primary run" title="Ctrl+Enter" onClick={onRun}>
      Run
    </button>
  );
}

/** The variables' editor, which opens and closes. Until the user does either, it is open if there are variables. */
function Variables({ tab, onEdit, onRun }: Pick<QueryPanelProps, "tab" | "onEdit" | "onRun">) {
  const [opened, setOpened] = useState<boolean | null>(null);
  const isOpen = opened ?? tab.variables.trim() !== "";
  return (
    <div className={isOpen ? "variables is-open" : "variables"}>
      <button
        type="button"
        className="variables-head"
        aria-expanded={isOpen}
        onClick={() => setOpened(!isOpen)}
      >
        {isOpen ? "▾" : "▸"} Variables
      </button>
      {isOpen && (
        <VariablesEditor
          documentId={tab.id}
          text={tab.variables}
          onChange={(variables) => onEdit({ variables })}
          onRun={onRun}
        />
      )}
    </div>
  );
}
