import type { Config } from "../connect/config.ts";
import type { SchemaState } from "../connect/schema.ts";
import { FieldTree } from "../query/build/field-tree.tsx";
import { HistoryPanel } from "../workspace/history-panel.tsx";
import { SavedPanel } from "../workspace/saved/saved-panel.tsx";
import type { Workspace } from "../workspace/use-workspace.ts";
import { DocsPanel } from "./docs/docs-panel.tsx";
import type { PageLayout, SideView } from "./use-page-layout.ts";

interface SidePanelProps {
  readonly layout: PageLayout;
  readonly schema: SchemaState;
  readonly workspace: Workspace;
  readonly config: Config;
  readonly onQuery: (query: string) => void;
  readonly onReloadSchema: () => void;
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
      <div className="bar row side-switch">
        {views.map(([name, label]) => (
          <button
            type="button"
            key={name}
            className="quiet"
            aria-pressed={side === name}
            onClick={() => showSide(side === name ? null : name)}
          >
            {label}
          </button>
        ))}
      </div>
      {side && (
        <div className="scroll">
          <SideContent {...props} side={side} />
        </div>
      )}
    </aside>
  );
}

function SideContent(props: SidePanelProps & { readonly side: SideView }) {
  const { side, workspace, schema, config, layout, onOpened } = props;
  if (side === "history") {
    return (
      <HistoryPanel
        history={workspace.history}
        onOpen={(entry) => {
          onOpened();
          workspace.open(entry);
        }}
      />
    );
  }
  if (side === "saved") {
    return (
      <SavedPanel
        workspace={workspace}
        schema={schema.kind === "loaded" ? schema.schema : undefined}
        config={config}
        onOpened={onOpened}
      />
    );
  }
  switch (schema.kind) {
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
      return side === "build" ? (
        <FieldTree schema={schema.schema} query={workspace.tab.query} onChange={props.onQuery} />
      ) : (
        <DocsPanel
          {...schema}
          trail={layout.docsTrail}
          onTrail={layout.showDocs}
          onReload={props.onReloadSchema}
        />
      );
  }
}
