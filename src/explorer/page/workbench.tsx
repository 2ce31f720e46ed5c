import { useEffect, useReducer, useState } from "react";
import { AnswerPanel, type AnswerView, type Run } from "../answer/answer-panel.tsx";
import type { RequestText } from "../answer/request/edit-request.ts";
import { StreamPanel } from "../answer/stream/stream-panel.tsx";
import { type ApiKey, firstKey, storeKey } from "../connect/api-key.ts";
import type { Config } from "../connect/config.ts";
import { fetchSchema, type SchemaState } from "../connect/schema.ts";
import type { TextStorage } from "../connect/storage.ts";
import { prettifyJson, prettifyQuery } from "../query/editor/prettify.ts";
import { QueryPanel } from "../query/query-panel.tsx";
import { readHistory, recordRun, storeHistory } from "../workspace/history.ts";
import { useRuns } from "../workspace/runs.ts";
import { TabStrip } from "../workspace/tab-strip.tsx";
import { blankTab, changeTabs, firstTabs, storeTabs, titleOf } from "../workspace/tabs.ts";
import { applyTheme, nextTheme, readTheme } from "../workspace/theme.ts";
import { Header } from "./header.tsx";
import { SidePanel, type SideView } from "./side-panel.tsx";

interface WorkbenchProps {
  readonly config: Config;
  readonly storage: TextStorage;
}

/** The pane in view on a phone, which shows one at a time. */
type Pane = "side" | "query" | "answer";

/** The explorer itself. It holds the tabs, the key and the answers, and passes them to the panels. */
export function Workbench({ config, storage }: WorkbenchProps) {
  const [apiKey, setApiKey] = useState(() => firstKey(storage, config.sampleKey));
  const [tabs, dispatch] = useReducer(changeTabs, undefined, () =>
    firstTabs(storage, new URLSearchParams(location.search), innerWidth > 760 ? 5 : 3),
  );
  const [history, setHistory] = useState(() => readHistory(storage));
  const [theme, setTheme] = useState(() => readTheme(storage));
  const [side, setSide] = useState<SideView | null>(() => (innerWidth > 1100 ? "build" : null));
  const [docsTrail, setDocsTrail] = useState<readonly string[]>([]);
  const [view, setView] = useState<AnswerView>("json");
  const [pane, setPane] = useState<Pane>("query");
  const [schema, reloadSchema] = useSchema();
  const runs = useRuns();

  const tab = tabs.open.find(({ id }) => id === tabs.activeId) ?? tabs.open[0];
  // The query of a link is in a tab now. Without it in the address, a reload does not bring the original text back.
  useEffect(() => window.history.replaceState(null, "", location.pathname), []);
  useEffect(() => storeTabs(storage, tabs, apiKey.text), [storage, tabs, apiKey.text]);
  useEffect(() => storeHistory(storage, history, apiKey.text), [storage, history, apiKey.text]);
  if (tab === undefined) return null;

  const edit = (change: { query?: string; variables?: string }) =>
    dispatch({ type: "edit", id: tab.id, change });
  const changeKey = (key: ApiKey) => {
    storeKey(storage, key);
    setApiKey(key);
  };
  const key = { text: apiKey.text, isSample: apiKey.text === config.sampleKey };
  const run = (text: RequestText, rowsBefore: Run["rowsBefore"] = {}) => {
    setPane("answer");
    void runs.start(tab.id, text, { key, rowsBefore });
  };
  const runTab = () => {
    const { query, variables } = tab;
    setHistory(recordRun(history, { query, variables, title: titleOf(tab), ranAt: Date.now() }));
    run({ query, variables });
  };
  const prettify = async () => {
    const query = await prettifyQuery(tab.query);
    edit({ query, variables: prettifyJson(tab.variables) });
  };
  const showType = (name: string) => {
    setSide("docs");
    setPane("side");
    setDocsTrail((trail) => [...trail, name]);
  };
  const { stream, ...state } = runs.of(tab.id);
  const loaded = schema.kind === "loaded" ? schema.schema : undefined;

  return (
    <div className={`workbench shows-${pane} ${side ? "has-side" : ""}`}>
      <Header
        config={config}
        apiKey={apiKey}
        theme={theme}
        onKey={changeKey}
        onTheme={() => {
          const next = nextTheme(theme);
          applyTheme(storage, next);
          setTheme(next);
        }}
      />
      <TabStrip
        tabs={tabs}
        hasSubscriptions={loaded?.getSubscriptionType() != null}
        onActivate={(id) => dispatch({ type: "activate", id })}
        onClose={(id) => {
          runs.drop(id);
          dispatch({ type: "close", id });
        }}
        onNew={() => dispatch({ type: "open", tab: blankTab() })}
        onExample={(example) => dispatch({ type: "open-example", example })}
      />
      <PaneSwitch
        pane={pane}
        onPane={(next) => {
          if (next === "side" && side === null) setSide("build");
          setPane(next);
        }}
      />
      <SidePanel
        view={side}
        schema={schema}
        query={tab.query}
        history={history}
        docsTrail={docsTrail}
        onView={setSide}
        onQuery={(query) => edit({ query })}
        onDocsTrail={setDocsTrail}
        onReloadSchema={reloadSchema}
        onOpenHistory={({ query, variables }) => {
          setPane("query");
          dispatch({ type: "open", tab: { title: null, query, variables } });
        }}
        onClearHistory={() => setHistory([])}
      />
      <main>
        <QueryPanel
          tab={tab}
          schema={loaded}
          persistedOnly={config.persistedOnly}
          isRunning={state.isRunning}
          onEdit={edit}
          onRun={runTab}
          onStop={() => runs.stop(tab.id)}
          onPrettify={() => void prettify()}
          onShowType={showType}
        />
        {stream ? (
          <StreamPanel
            key={tab.id}
            stream={stream}
            onPause={() => runs.pause(tab.id)}
            onStop={() => runs.stop(tab.id)}
            onGoOn={() => void runs.listen(tab.id, stream, key)}
          />
        ) : (
          <AnswerPanel
            key={tab.id}
            {...state}
            view={view}
            imageOrigins={config.imageOrigins}
            schema={loaded}
            onView={setView}
            onContinue={(text, rowsBefore) => {
              edit(text);
              run(text, rowsBefore);
            }}
          />
        )}
      </main>
    </div>
  );
}

function PaneSwitch({
  pane,
  onPane,
}: {
  readonly pane: Pane;
  readonly onPane: (pane: Pane) => void;
}) {
  const panes: readonly [Pane, string][] = [
    ["side", "Schema"],
    ["query", "Query"],
    ["answer", "Answer"],
  ];
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

/** The schema, fetched at the start, and again on demand. */
function useSchema(): readonly [SchemaState, () => void] {
  const [schema, setSchema] = useState<SchemaState>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the reason to fetch again
  useEffect(() => {
    let isCurrent = true;
    setSchema({ kind: "loading" });
    void fetchSchema().then((fetched) => isCurrent && setSchema(fetched));
    return () => {
      isCurrent = false;
    };
  }, [attempt]);
  return [schema, () => setAttempt((count) => count + 1)];
}
