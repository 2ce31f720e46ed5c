import type { RequestText } from "../connect/graphql-over-http.ts";
import type { SchemaState } from "../connect/schema.ts";
import { FieldTree } from "../query/build/field-tree.tsx";
import type { QueryHistory } from "../workspace/history.ts";
import { HistoryPanel } from "../workspace/history-panel.tsx";
import { DocsPanel } from "./docs/docs-panel.tsx";
import type { PageLayout, SideView } from "./use-page-layout.ts";

interface SidePanelProps {
  readonly layout: PageLayout;
  readonly schema: SchemaState;
  readonly query: string;
  readonly history: QueryHistory;
  readonly onQuery: (query: string) => void;
  readonly onReloadSchema: () => void;
  readonly onOpen: (text: RequestText) => void;
}

const views: readonly [SideView, string][] = [
  ["build", "Build"],
  ["docs", "Docs"],
  ["history", "History"],
];

export function SidePanel(props: SidePanelProps) {
  const { side, showSide } = props.layout;
  return (
    <aside className="side" aria-label="Schema and history">
      <div className="bar side-switch">
        {views.map(([name, label]) => (
          <button
            type="button"
            key={name}
            aria-pressed={side === name}
            onClick={() => showSide(side === name ? null : name)}
          >
            {label}
          </button>
        ))}
      </div>
      {side && (
        <div className="side-body">
          {side === "history" ? (
            <HistoryPanel history={props.history} onOpen={props.onOpen} />
          ) : (
            <SchemaPanel {...props} view={side} />
          )}
        </div>
      )}
    </aside>
  );
}

function SchemaPanel(props: SidePanelProps & { readonly view: "build" | "docs" }) {
  const { schema, layout } = props;
  switch (schema.kind) {
    case "loading":
      return <p className="hint">Loading the schema…</p>;
    case "failed":
      return (
        <div className="notice is-warning">
          <strong>There is no schema to show.</strong> {schema.reason} Queries still run.{" "}
          <button type="button" className="link" onClick={props.onReloadSchema}>
            Try again
          </button>
        </div>
      );
    case "loaded":
      return props.view === "build" ? (
        <FieldTree schema={schema.schema} query={props.query} onChange={props.onQuery} />
      ) : (
        <DocsPanel schema={schema.schema} trail={layout.docsTrail} onTrail={layout.showDocs} />
      );
  }
}
