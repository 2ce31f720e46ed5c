import type { Config } from "../connect/config.ts";
import { useSchema } from "../connect/schema.ts";
import type { TextStorage } from "../connect/storage.ts";
import { StructuresContext } from "../connect/structures.ts";
import { QueryPanel } from "../query/query-panel.tsx";
import { TabStrip } from "../workspace/tab-strip.tsx";
import { useWorkspace } from "../workspace/use-workspace.ts";
import { Header } from "./header.tsx";
import { ResultPanel } from "./result-panel.tsx";
import { SidePanel } from "./side-panel.tsx";
import { type Pane, usePageLayout } from "./use-page-layout.ts";

interface WorkbenchProps {
  readonly config: Config;
  readonly storage: TextStorage;
}

export function Workbench({ config, storage }: WorkbenchProps) {
  const workspace = useWorkspace(config, storage);
  const [schemaState, reloadSchema] = useSchema();
  const layout = usePageLayout(config.persistedOnly ? "saved" : "build");
  const { tab, edit } = workspace;
  const schema = schemaState.kind === "loaded" ? schemaState.schema : undefined;
  return (
    <StructuresContext value={workspace.loadStructures}>
      <div className={`workbench shows-${layout.pane} ${layout.side ? "has-side" : ""}`}>
        <Header config={config} storage={storage} workspace={workspace} />
        <TabStrip
          workspace={workspace}
          hasSubscriptions={schema?.getSubscriptionType() != null}
          persistedOnly={config.persistedOnly}
        />
        <PaneSwitch pane={layout.pane} onPane={layout.showPane} />
        <SidePanel
          layout={layout}
          schema={schemaState}
          workspace={workspace}
          config={config}
          onQuery={(query) => edit({ query })}
          onReloadSchema={reloadSchema}
          onOpened={() => layout.showPane("query")}
        />
        <main>
          <QueryPanel
            tab={tab}
            schema={schema}
            apiKey={workspace.apiKey.text}
            persistedOnly={config.persistedOnly}
            isRunning={workspace.lastRun.isRunning}
            onEdit={edit}
            onRun={() => {
              layout.showPane("response");
              workspace.run();
            }}
            onStop={workspace.stop}
            onShowType={layout.showType}
          />
          <ResultPanel
            workspace={workspace}
            imageOrigins={config.imageOrigins}
            schema={schema}
            onContinue={(text, rowsBefore) => {
              layout.showPane("response");
              workspace.continueWith(text, rowsBefore);
            }}
          />
        </main>
      </div>
    </StructuresContext>
  );
}

interface PaneSwitchProps {
  readonly pane: Pane;
  readonly onPane: (pane: Pane) => void;
}

const panes: readonly [Pane, string][] = [
  ["side", "Schema"],
  ["query", "Query"],
  ["response", "Response"],
];

function PaneSwitch({ pane, onPane }: PaneSwitchProps) {
  return (
    <nav className="pane-switch" aria-label="Panes">
      {panes.map(([name, label]) => (
        <button type="button" key={name} aria-pressed={pane === name} onClick={() => onPane(name)}>
          {label}
        </button>
      ))}
    </nav>
  );
}
