import { useState } from "react";
import type { Config } from "../connect/config.ts";
import { fetchSchema, type SchemaState } from "../connect/schema.ts";
import type { TextStorage } from "../connect/storage.ts";
import { StructuresContext } from "../connect/structures.ts";
import { QueryPanel } from "../query/query-panel.tsx";
import { ResponsePanel } from "../response/response-panel.tsx";
import { StreamPanel } from "../response/stream/stream-panel.tsx";
import { Splitter } from "../splitter.tsx";
import { TabStrip } from "../workspace/tab-strip.tsx";
import { useWorkspace } from "../workspace/use-workspace.ts";
import { Header } from "./header.tsx";
import { SidePanel } from "./side-panel.tsx";
import { type Pane, usePageLayout } from "./use-page-layout.ts";

export function Workbench({
  config,
  fetchedSchema,
  storage,
}: {
  readonly config: Config;
  readonly fetchedSchema: SchemaState;
  readonly storage: TextStorage;
}) {
  const [schemaState, setSchemaState] = useState(fetchedSchema);
  const schema = schemaState.kind === "loaded" ? schemaState.schema : undefined;
  const workspace = useWorkspace(config, { storage, schema });
  const layout = usePageLayout(config.persistedOnly ? "saved" : "build");
  const { tab, edit, lastRun } = workspace;
  return (
    <StructuresContext value={workspace.structures}>
      <div className={`workbench shows-${layout.pane} ${layout.side ? "has-side" : ""}`}>
        <Header config={config} storage={storage} workspace={workspace} />
        <TabStrip workspace={workspace} persistedOnly={config.persistedOnly} />
        <nav className="pane-switch" aria-label="Panes">
          {panes.map(([name, label]) => (
            <button
              type="button"
              key={name}
              className="fill"
              aria-pressed={layout.pane === name}
              onClick={() => layout.showPane(name)}
            >
              {label}
            </button>
          ))}
        </nav>
        <SidePanel
          layout={layout}
          schema={schemaState}
          workspace={workspace}
          config={config}
          onQuery={(query) => edit({ query })}
          onReloadSchema={() => void fetchSchema().then(setSchemaState)}
          onOpened={() => layout.showPane("query")}
        />
        <main>
          <Splitter
            label="Resize the side panel"
            area=".workbench"
            property="--side"
            orientation="vertical"
            first={22}
          />
          <QueryPanel
            tab={tab}
            schema={schema}
            apiKey={workspace.apiKey.text}
            persistedOnly={config.persistedOnly}
            isRunning={lastRun.isRunning}
            onEdit={edit}
            onRun={(text, operationName) => {
              layout.showPane("response");
              workspace.run(text, operationName);
            }}
            onStop={workspace.stop}
            onShowDocs={layout.openDocs}
          />
          <Splitter
            label="Resize the query"
            area="main"
            property="--query"
            orientation="vertical"
            first={46}
          />
          {lastRun.stream ? (
            <StreamPanel
              key={tab.id}
              stream={lastRun.stream}
              onPause={workspace.pause}
              onStop={workspace.stop}
              onResume={workspace.resume}
            />
          ) : (
            <ResponsePanel
              key={tab.id}
              {...lastRun}
              rowFile={workspace.rowFile}
              onAllRows={workspace.downloadAllRows}
              view={layout.view}
              imageOrigins={config.imageOrigins}
              schema={schema}
              explains={workspace.explains}
              onExplain={workspace.setExplains}
              onView={layout.showView}
              onContinue={(text, rowsBefore) => {
                layout.showPane("response");
                workspace.continueWith(text, rowsBefore);
              }}
            />
          )}
        </main>
      </div>
    </StructuresContext>
  );
}

const panes: readonly [Pane, string][] = [
  ["side", "Schema"],
  ["query", "Query"],
  ["response", "Response"],
];
