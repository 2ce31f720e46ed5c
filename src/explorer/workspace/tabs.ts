import { type Dispatch, useEffect, useReducer } from "react";
import { isFreeOfKey } from "../connect/free-of-key.ts";
import type { RequestText } from "../connect/graphql-over-http.ts";
import { isObject } from "../connect/json.ts";
import { readStored, type TextStorage, writeStored } from "../connect/storage.ts";
import { type Example, examples } from "./examples.ts";
import type { UndoneSave } from "./saved/use-saved.ts";

/** A tab: a document with its variables. Its response is kept elsewhere, because tabs are stored. */
export interface Tab extends RequestText {
  readonly id: string;
  /** The title of an example; null if the tab is named after its operation. */
  readonly title: string | null;
  /** The saved operation that the tab shows, and its version when the tab's text was the same. */
  readonly saved?: { readonly id: string; readonly version: number };
}

export interface Tabs {
  readonly open: readonly Tab[];
  readonly activeId: string;
}

type TabsAction =
  | { readonly type: "activate"; readonly id: string }
  | { readonly type: "close"; readonly id: string }
  | { readonly type: "open"; readonly tab: Omit<Tab, "id"> }
  | { readonly type: "open-example"; readonly example: Example }
  | { readonly type: "link"; readonly id: string; readonly to: Pick<Tab, "title" | "saved"> }
  | { readonly type: "undone"; readonly undone: UndoneSave }
  | { readonly type: "edit"; readonly id: string; readonly change: Partial<RequestText> };

const storageName = "tapgraph.tabs";

export const blankTab: Omit<Tab, "id"> = { title: null, query: "query {\n  \n}\n", variables: "" };

/** The open tabs. They are stored, except for those that contain the key. */
export function useTabs(
  storage: TextStorage,
  { key, hasExamples }: { readonly key: string; readonly hasExamples: boolean },
): readonly [Tabs, Dispatch<TabsAction>] {
  const [tabs, dispatch] = useReducer(changeTabs, undefined, () => {
    const exampleCount = innerWidth > 760 ? 5 : 3;
    const address = new URLSearchParams(location.search);
    return firstTabs(storage, address, hasExamples ? exampleCount : 0);
  });
  // A link's query is in a tab now. If it stayed in the address, a reload would bring the original text back.
  useEffect(() => history.replaceState(null, "", location.pathname), []);
  useEffect(() => storeTabs(storage, tabs, key), [storage, tabs, key]);
  return [tabs, dispatch];
}

export function activeTab({ open, activeId }: Tabs): Tab {
  const tab = open.find(({ id }) => id === activeId) ?? open[0];
  if (tab === undefined) throw new Error("No tab is open");
  return tab;
}

/** The tabs after an action. At least one is always open. */
function changeTabs(tabs: Tabs, action: TabsAction): Tabs {
  switch (action.type) {
    case "activate":
      return { ...tabs, activeId: action.id };
    case "open":
      return openTab(tabs, { ...action.tab, id: newId() });
    case "open-example": {
      const opened = tabs.open.find(({ id }) => id === action.example.id);
      return opened ? { ...tabs, activeId: opened.id } : openTab(tabs, fromExample(action.example));
    }
    case "link":
      return change(tabs, action.id, action.to);
    case "undone":
      return followUndone(tabs, action.undone);
    case "close":
      return closeTab(tabs, action.id);
    case "edit":
      return change(tabs, action.id, action.change);
  }
}

function change(tabs: Tabs, id: string, to: Partial<Tab>): Tabs {
  return { ...tabs, open: tabs.open.map((tab) => (tab.id === id ? { ...tab, ...to } : tab)) };
}

/** A tab whose text was saved and then undone here may save it again. */
function followUndone(tabs: Tabs, { id, from, to }: UndoneSave): Tabs {
  const open = tabs.open.map((tab) =>
    tab.saved?.id === id && tab.saved.version === from
      ? { ...tab, saved: { id, version: to } }
      : tab,
  );
  return { ...tabs, open };
}

/** The tabs to start with: those of the last visit, or else examples. If the page's address has a query, its tab is active. */
function firstTabs(storage: TextStorage, address: URLSearchParams, exampleCount: number): Tabs {
  const stored = readTabs(storage) ?? exampleTabs(exampleCount);
  const query = address.get("query");
  if (query === null || query === "") return stored;
  const given = { title: null, query, variables: address.get("variables") ?? "" };
  const same = stored.open.find(
    (tab) => tab.query === given.query && tab.variables === given.variables,
  );
  return same ? { ...stored, activeId: same.id } : openTab(stored, { ...given, id: newId() });
}

function exampleTabs(count: number): Tabs {
  if (count === 0) return openTab({ open: [], activeId: "" }, { ...blankTab, id: newId() });
  return { open: examples.slice(0, count).map(fromExample), activeId: "list" };
}

function storeTabs(storage: TextStorage, tabs: Tabs, key: string): void {
  const open = tabs.open.filter(({ query, variables }) => isFreeOfKey(query + variables, key));
  writeStored(storage, storageName, { ...tabs, open });
}

function readTabs(storage: TextStorage): Tabs | undefined {
  const stored = readStored(storage, storageName);
  if (!isObject(stored)) return undefined;
  const { open, activeId } = stored;
  const tabs = Array.isArray(open) ? open.filter(isTab) : [];
  const active = tabs.find(({ id }) => id === activeId) ?? tabs[0];
  return active && { open: tabs, activeId: active.id };
}

function isTab(value: unknown): value is Tab {
  if (!isObject(value)) return false;
  const { id, title, query, variables, saved } = value;
  const isLinked =
    isObject(saved) && typeof saved["id"] === "string" && typeof saved["version"] === "number";
  return (
    (saved === undefined || isLinked) &&
    typeof id === "string" &&
    (title === null || typeof title === "string") &&
    typeof query === "string" &&
    typeof variables === "string"
  );
}

function openTab(tabs: Tabs, tab: Tab): Tabs {
  return { open: [...tabs.open, tab], activeId: tab.id };
}

function closeTab(tabs: Tabs, id: string): Tabs {
  const at = tabs.open.findIndex((tab) => tab.id === id);
  const open = tabs.open.filter((tab) => tab.id !== id);
  const next = open[Math.min(at, open.length - 1)];
  if (next === undefined) return openTab({ open: [], activeId: "" }, { ...blankTab, id: newId() });
  return { open, activeId: tabs.activeId === id ? next.id : tabs.activeId };
}

function fromExample({ id, title, query, variables }: Example): Tab {
  return { id, title, query, variables };
}

function newId(): string {
  return crypto.getRandomValues(new Uint8Array(8)).join("-");
}
