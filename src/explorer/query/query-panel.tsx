import type { GraphQLSchema } from "graphql";
import { useState } from "react";
import type { Tab } from "../workspace/tabs.ts";
import { VariablesEditor } from "./editor/json-editor.tsx";
import { QueryEditor } from "./editor/query-editor.tsx";

interface QueryPanelProps {
  readonly tab: Tab;
  readonly schema: GraphQLSchema | undefined;
  readonly persistedOnly: boolean;
  readonly isRunning: boolean;
  readonly onEdit: (change: { query?: string; variables?: string }) => void;
  readonly onRun: () => void;
  readonly onStop: () => void;
  readonly onPrettify: () => void;
  readonly onShowType: (name: string) => void;
}

/** The query, its variables, and the button that runs it. */
export function QueryPanel(props: QueryPanelProps) {
  const { tab, schema, persistedOnly, isRunning, onEdit, onRun, onStop, onPrettify } = props;
  const [opened, setOpened] = useState<boolean | null>(null);
  const hasVariables = opened ?? tab.variables.trim() !== "";
  return (
    <section className="query" aria-label="Query">
      <div className="bar">
        {isRunning ? (
          <button type="button" className="primary run" onClick={onStop}>
            Stop
          </button>
        ) : (
          <button type="button" className="primary run" title="Ctrl+Enter" onClick={onRun}>
            Run
          </button>
        )}
        <button type="button" title="Format the query (Shift+Ctrl+P)" onClick={onPrettify}>
          Prettify
        </button>
        <CopyLink tab={tab} />
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
      <QueryEditor
        documentId={tab.id}
        text={tab.query}
        schema={schema}
        onChange={(query) => onEdit({ query })}
        onRun={onRun}
        onPrettify={onPrettify}
        onShowType={props.onShowType}
      />
      <div className={hasVariables ? "variables is-open" : "variables"}>
        <button
          type="button"
          className="variables-head"
          aria-expanded={hasVariables}
          onClick={() => setOpened(!hasVariables)}
        >
          {hasVariables ? "▾" : "▸"} Variables
        </button>
        {hasVariables && (
          <VariablesEditor
            documentId={tab.id}
            text={tab.variables}
            onChange={(variables) => onEdit({ variables })}
            onRun={onRun}
          />
        )}
      </div>
    </section>
  );
}

/** A link that opens the explorer with this query. It does not contain the key. */
function CopyLink({ tab }: { readonly tab: Tab }) {
  const [copied, setCopied] = useState("");
  const link = new URL(location.pathname, location.origin);
  link.searchParams.set("query", tab.query);
  if (tab.variables.trim() !== "") link.searchParams.set("variables", tab.variables);
  const copy = async () => {
    // Browsers have a clipboard only for pages from this machine, or over TLS.
    await navigator.clipboard?.writeText(link.href);
    setCopied(navigator.clipboard ? link.href : "");
  };
  if (!navigator.clipboard) return null;
  return (
    <button type="button" title="Copy a link that opens this query" onClick={() => void copy()}>
      {copied === link.href ? "Copied" : "Copy link"}
    </button>
  );
}
