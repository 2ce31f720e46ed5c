import type { Config } from "../connect/config.ts";
import type { RequestText } from "../connect/graphql-over-http.ts";
import type { SchemaState } from "../connect/schema.ts";
import { FieldTree } from "../query/build/field-tree.tsx";
import { HistoryPanel } from "../workspace/history-panel.tsx";
import { SavedPanel } from "../workspace/saved/saved-panel.tsx";
import type { Workspace } from "../workspace/use-workspace.ts";
import { DocsPanel } from "./docs/docs-panel.tsx";
import { TakeAlong } from "./docs/take-along.tsx";
import type { PageLayout, SideView } from "./use-page-layout.ts";

interface SidePanelProps {
  readonly layout: PageLayout;
  readonly schema: SchemaState;
  readonly workspace: Workspace;
  readonly config: Config;
  readonly onQuery: (query: string) => void;
  readonly onReloadSchema: () => void;
  /** Called when a query was opened in a tab. */
  readonly onOpened: () => void;
}

const views: readonly [SideView, string][] = [
  ["build", "Build"],
  ["docs", "Docs"],
  ["saved", "Saved"],
  ["history", "History"],
];

export function SidePanel(props: SidePanelProps) {
  const { side, showSide } = props.layout;
  return (
    <aside className="side" aria-label="Schema, saved queries and history">
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
          <SideContent {...props} side={side} />
        </div>
      )}
    </aside>
  );
}

function SideContent({ side, ...props }: SidePanelProps & { readonly side: SideView }) {
  const { workspace, schema, config, onOpened } = props;
  if (side === "history") {
    const open = (entry: RequestText) => {
      onOpened();
      workspace.open(entry);
    };
    return <HistoryPanel history={workspace.history} onOpen={open} />;
  }
  if (side !== "saved") return <SchemaPanel {...props} view={side} />;
  return (
    <SavedPanel
      workspace={workspace}
      schema={schema.kind === "loaded" ? schema.schema : undefined}
      config={config}
      onOpened={onOpened}
    />
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
        <FieldTree
          schema={schema.schema}
          query={props.workspace.tab.query}
          onChange={props.onQuery}
        />
      ) : (
        <DocsPanel
          schema={schema.schema}
          trail={layout.docsTrail}
          onTrail={layout.showDocs}
          takeAlong={<TakeAlong schema={schema.schema} introspection={schema.introspection} />}
        />
      );
  }
}
