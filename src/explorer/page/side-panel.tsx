import type { SchemaState } from "../connect/schema.ts";
import { FieldTree } from "../query/build/field-tree.tsx";
import type { HistoryEntry } from "../workspace/history.ts";
import { HistoryPanel } from "../workspace/history-panel.tsx";
import { DocsPanel } from "./docs-panel.tsx";

/** The panel next to the query. */
export type SideView = "build" | "docs" | "history";

interface SidePanelProps {
  /** Null if none is open. */
  readonly view: SideView | null;
  readonly schema: SchemaState;
  readonly query: string;
  readonly history: readonly HistoryEntry[];
  readonly docsTrail: readonly string[];
  readonly onView: (view: SideView | null) => void;
  readonly onQuery: (query: string) => void;
  readonly onDocsTrail: (trail: readonly string[]) => void;
  readonly onReloadSchema: () => void;
  readonly onOpenHistory: (entry: HistoryEntry) => void;
  readonly onClearHistory: () => void;
}

const views: readonly [SideView, string][] = [
  ["build", "Build"],
  ["docs", "Docs"],
  ["history", "History"],
];

/** The panels next to the query: the tree of fields, the documentation, and the history. */
export function SidePanel(props: SidePanelProps) {
  const { view, onView } = props;
  return (
    <aside className="side" aria-label="Schema and history">
      <div className="bar side-switch">
        {views.map(([name, label]) => (
          <button
            type="button"
            key={name}
            aria-pressed={view === name}
            onClick={() => onView(view === name ? null : name)}
          >
            {label}
          </button>
        ))}
      </div>
      {view && (
        <div className="side-body">
          {view === "history" ? (
            <HistoryPanel
              history={props.history}
              onOpen={props.onOpenHistory}
              onClear={props.onClearHistory}
            />
          ) : (
            <SchemaPanel {...props} view={view} />
          )}
        </div>
      )}
    </aside>
  );
}

function SchemaPanel(props: SidePanelProps & { readonly view: "build" | "docs" }) {
  const { schema } = props;
  switch (schema.kind) {
    case "loading":
      return <p className="hint">Reading the schema…</p>;
    case "failed":
      return (
        <div className="notice is-warning">
          <strong>There is no schema to show.</strong> {schema.reason} Queries run all the same.{" "}
          <button type="button" className="link" onClick={props.onReloadSchema}>
            Try again
          </button>
        </div>
      );
    case "loaded":
      return props.view === "build" ? (
        <FieldTree schema={schema.schema} query={props.query} onChange={props.onQuery} />
      ) : (
        <DocsPanel schema={schema.schema} trail={props.docsTrail} onTrail={props.onDocsTrail} />
      );
  }
}
