import { useApiKey } from "../connect/api-key.ts";
import type { Config } from "../connect/config.ts";
import type { RequestText } from "../connect/graphql-over-http.ts";
import { keyKindOf } from "../connect/key-kind.ts";
import type { TextStorage } from "../connect/storage.ts";
import type { RowsBefore } from "../response/finished-run.ts";
import { useHistory } from "./history.ts";
import { activeTab, useTabs } from "./tabs.ts";
import { useRuns } from "./use-runs.ts";

export type Workspace = ReturnType<typeof useWorkspace>;

/** The user's workspace. Its actions apply to the active tab, unless they take the id of a tab. */
export function useWorkspace({ sampleKey, credentials }: Config, storage: TextStorage) {
  const [apiKey, setApiKey] = useApiKey(storage, sampleKey);
  const [tabs, changeTabs] = useTabs(storage, apiKey.text);
  const history = useHistory(storage, apiKey.text);
  const runs = useRuns();
  const tab = activeTab(tabs);
  const key = { text: apiKey.text, kind: keyKindOf(apiKey.text, { sampleKey, credentials }) };

  const edit = (change: Partial<RequestText>) => changeTabs({ type: "edit", id: tab.id, change });
  const start = (text: RequestText, rowsBefore: RowsBefore) =>
    void runs.start(tab.id, text, { key, rowsBefore });
  return {
    apiKey,
    setApiKey,
    tabs,
    changeTabs,
    tab,
    lastRun: runs.of(tab.id),
    history,
    edit,
    run() {
      history.record(tab);
      start(textOf(tab), {});
    },
    /** Runs another request in the tab. `rowsBefore`: how many rows precede those of its response, for each list. */
    continueWith(text: RequestText, rowsBefore: RowsBefore) {
      edit(text);
      start(text, rowsBefore);
    },
    stop: () => runs.stop(tab.id),
    pause: () => runs.pause(tab.id),
    resume: () => void runs.resume(tab.id, key),
    open: (text: RequestText) =>
      changeTabs({ type: "open", tab: { title: null, ...textOf(text) } }),
    close(id: string) {
      runs.drop(id);
      changeTabs({ type: "close", id });
    },
  };
}

function textOf({ query, variables }: RequestText): RequestText {
  return { query, variables };
}
