import type { GraphQLSchema } from "graphql";
import { useMemo } from "react";
import { useApiKey } from "../connect/api-key.ts";
import type { Config } from "../connect/config.ts";
import type { RequestText } from "../connect/graphql-over-http.ts";
import { keyKindOf } from "../connect/key.ts";
import type { TextStorage } from "../connect/storage.ts";
import { useStructures } from "../connect/structures.ts";
import { toFileName } from "../response/download.ts";
import { fieldNodesOf, type RowsBefore } from "../response/finished-run.ts";
import { allRowsRequest } from "../response/rows/all-rows.ts";
import type { RowForm } from "../response/rows/row-counter.ts";
import { useRowFile } from "../response/rows/use-row-file.ts";
import type { TableSource } from "../response/table/find-tables.ts";
import { examplesFor } from "./examples.ts";
import { useHistory } from "./history.ts";
import { useExplain } from "./preferences.ts";
import type { SavedName, SavedOperation } from "./saved/operation.ts";
import { useSaved } from "./saved/use-saved.ts";
import { activeTab, blankTab, type Tabs, useTabs } from "./tabs.ts";
import { titleOf } from "./title.ts";
import { useRuns } from "./use-runs.ts";

export type Workspace = ReturnType<typeof useWorkspace>;

export function useWorkspace(
  { sampleKey, credentials, persistedOnly }: Config,
  {
    storage,
    schema,
  }: { readonly storage: TextStorage; readonly schema: GraphQLSchema | undefined },
) {
  const [apiKey, setApiKey] = useApiKey(storage, sampleKey);
  const examples = useMemo(
    () => (persistedOnly ? [] : examplesFor(schema)),
    [persistedOnly, schema],
  );
  const [openTabs, changeTabs] = useTabs(storage, {
    key: apiKey.text,
    examples,
  });
  const saved = useSaved(storage, apiKey.text);
  // A saved operation's tab is called as the operation is called now.
  const open = openTabs.open.map((tab) => ({
    ...tab,
    title: saved.find(tab.saved)?.name ?? tab.title,
  }));
  const tabs: Tabs = { ...openTabs, open };
  const history = useHistory(storage, apiKey.text);
  const [explains, setExplains] = useExplain(storage);
  const runs = useRuns();
  const tab = activeTab(tabs);
  const lastRun = runs.of(tab.id);
  const key = { text: apiKey.text, kind: keyKindOf(apiKey.text, { sampleKey, credentials }) };
  const rowFile = useRowFile(key);

  const edit = (change: Partial<RequestText>) => changeTabs({ type: "edit", id: tab.id, change });
  const start = (text: RequestText, operationName: string | undefined, rowsBefore: RowsBefore) => {
    rowFile.forgetEnded();
    void runs.start(tab.id, text, { operationName, key, explains, rowsBefore });
  };
  const openOnce = (
    text: RequestText & { readonly title: string | null; readonly saved?: string },
  ) => {
    const opened = tabs.open.find((one) =>
      text.saved === undefined ? one.query === text.query : one.saved === text.saved,
    );
    if (opened) changeTabs({ type: "activate", id: opened.id });
    else changeTabs({ type: "open", tab: text });
  };
  return {
    apiKey,
    setApiKey,
    examples,
    tabs,
    changeTabs,
    tab,
    lastRun,
    history,
    saved,
    structures: useStructures(apiKey.text),
    explains,
    setExplains,
    edit,
    run(text: RequestText, operationName: string | undefined) {
      edit(text);
      history.record({ ...tab, ...text });
      start(text, operationName, {});
    },
    continueWith(text: RequestText, rowsBefore: RowsBefore) {
      edit(text);
      start(text, lastRun.run?.request.operationName, rowsBefore);
    },
    stop: () => runs.stop(tab.id),
    pause: () => runs.pause(tab.id),
    resume: () => void runs.resume(tab.id, key),
    rowFile,
    downloadAllRows(source: TableSource, form: RowForm) {
      const request = lastRun.run?.request;
      if (request === undefined) return;
      const asked = persistedOnly ? request : allRowsRequest(request, fieldNodesOf(source));
      const title = request.operationName ?? toFileName(source.path);
      const total = source.connection?.totalCount ?? null;
      void rowFile.start(asked, form, title, total);
    },
    open: ({ query, variables }: RequestText) =>
      changeTabs({ type: "open", tab: { title: null, query, variables } }),
    openSaved: ({ id, name, query, variables }: SavedOperation) =>
      openOnce({ title: name, query, variables, saved: id }),
    openRegistered: (query: string) => openOnce({ ...blankTab, query }),
    /** Without a name, saves in place of the operation that the tab shows. */
    save(name: SavedName | null): void {
      const { query, variables } = tab;
      const shown = name === null ? saved.find(tab.saved) : undefined;
      const operation = shown
        ? saved.update(shown, { query, variables })
        : saved.add(name ?? { name: titleOf(tab), folder: "" }, { query, variables });
      if (operation === null) return;
      const change = { title: operation.name, saved: operation.id };
      changeTabs({ type: "edit", id: tab.id, change });
    },
    close(id: string) {
      runs.drop(id);
      changeTabs({ type: "close", id });
    },
  };
}
