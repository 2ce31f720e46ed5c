import { useApiKey } from "../connect/api-key.ts";
import type { Config } from "../connect/config.ts";
import type { RequestText } from "../connect/graphql-over-http.ts";
import { keyKindOf } from "../connect/key-kind.ts";
import type { TextStorage } from "../connect/storage.ts";
import { useStructures } from "../connect/structures.ts";
import type { RowsBefore } from "../response/finished-run.ts";
import { useHistory } from "./history.ts";
import type { SavedName, SavedOperation } from "./saved/operation.ts";
import { type Saved, useSaved } from "./saved/use-saved.ts";
import { activeTab, blankTab, type Tabs, useTabs } from "./tabs.ts";
import { titleOf } from "./title.ts";
import { useExplain } from "./use-explain.ts";
import { useRuns } from "./use-runs.ts";

export type Workspace = ReturnType<typeof useWorkspace>;

/** The user's workspace. Its actions apply to the active tab, unless they take the id of a tab. */
export function useWorkspace(
  { sampleKey, credentials, persistedOnly }: Config,
  storage: TextStorage,
) {
  const [apiKey, setApiKey] = useApiKey(storage, sampleKey);
  const [openTabs, changeTabs] = useTabs(storage, {
    key: apiKey.text,
    hasExamples: !persistedOnly,
  });
  const saved = useSaved(storage, apiKey.text, (undone) => changeTabs({ type: "undone", undone }));
  const tabs = withSavedNames(openTabs, saved);
  const history = useHistory(storage, apiKey.text);
  const [explains, setExplains] = useExplain(storage);
  const runs = useRuns();
  const tab = activeTab(tabs);
  const key = { text: apiKey.text, kind: keyKindOf(apiKey.text, { sampleKey, credentials }) };

  const edit = (change: Partial<RequestText>) => changeTabs({ type: "edit", id: tab.id, change });
  const start = (text: RequestText, rowsBefore: RowsBefore) =>
    void runs.start(tab.id, text, { key, explains, rowsBefore });
  return {
    apiKey,
    setApiKey,
    tabs,
    changeTabs,
    tab,
    lastRun: runs.of(tab.id),
    history,
    saved,
    loadStructures: useStructures(apiKey.text),
    explains,
    setExplains,
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
    /** Opens a saved operation: its tab, if it has one. */
    openSaved({ id, version, name, query, variables }: SavedOperation) {
      const opened = tabs.open.find((candidate) => candidate.saved?.id === id);
      if (opened) changeTabs({ type: "activate", id: opened.id });
      else {
        const text = { query, variables };
        changeTabs({ type: "open", tab: { title: name, ...text, saved: { id, version } } });
      }
    },
    /** Opens an operation that is registered with the gateway. */
    openRegistered(query: string) {
      const opened = tabs.open.find((candidate) => candidate.query === query);
      if (opened) changeTabs({ type: "activate", id: opened.id });
      else changeTabs({ type: "open", tab: { ...blankTab, query } });
    },
    /** Saves the tab's text: as a new operation, or, without a name, in place of the operation that the tab shows. */
    save(name: SavedName | null): boolean {
      const operation =
        name === null && tab.saved
          ? saved.update(tab.saved.id, tab.saved.version, textOf(tab))
          : saved.add(name ?? { name: titleOf(tab), folder: "" }, textOf(tab));
      if (operation === null) return false;
      const { id, version } = operation;
      changeTabs({
        type: "link",
        id: tab.id,
        to: { title: operation.name, saved: { id, version } },
      });
      return true;
    },
    close(id: string) {
      runs.drop(id);
      changeTabs({ type: "close", id });
    },
  };
}

/** The tabs, with those of saved operations called as these are called now. */
function withSavedNames(tabs: Tabs, { find }: Pick<Saved, "find">): Tabs {
  const open = tabs.open.map((tab) => ({
    ...tab,
    title: (tab.saved && find(tab.saved.id)?.name) ?? tab.title,
  }));
  return { ...tabs, open };
}

function textOf({ query, variables }: RequestText): RequestText {
  return { query, variables };
}
