import { useEffect, useReducer } from "react";
import type { RequestText } from "../connect/graphql-over-http.ts";
import { isObject } from "../connect/json.ts";
import { isFreeOfKey } from "../connect/key.ts";
import { readStored, type TextStorage, writeStored } from "../connect/storage.ts";
import { newId } from "./saved/operation.ts";

/** A document with its variables. Its response is kept elsewhere, because tabs are stored. */
export interface Tab extends RequestText {
  readonly id: string;
  /** The title of an example; null if the tab is named after its operation. */
  readonly title: string | null;
  readonly saved?: string;
}

export interface Tabs {
  readonly open: readonly Tab[];
  readonly activeId: string;
}

type TabsAction =
  | { readonly type: "activate" | "close"; readonly id: string }
  | { readonly type: "open"; readonly tab: Omit<Tab, "id"> & Partial<Tab> }
  | { readonly type: "move"; readonly id: string; readonly by: number }
  | { readonly type: "edit"; readonly id: string; readonly change: Partial<Tab> };

const storageName = "tapgraph.tabs";

export const blankTab: Omit<Tab, "id"> = { title: null, query: "query {\n  \n}\n", variables: "" };

/** The open tabs. They are stored, except for those that contain the key. */
export function useTabs(
  storage: TextStorage,
  { key, examples }: { readonly key: string; readonly examples: readonly Tab[] },
) {
  const [tabs, dispatch] = useReducer(changeTabs, undefined, () => {
    const exampleCount = innerWidth > 760 ? 5 : 3;
    const address = new URLSearchParams(location.search);
    return firstTabs(storage, address, examples.slice(0, exampleCount));
  });
  // A link's query is in a tab now. In the address, it would come back on a reload.
  useEffect(() => history.replaceState(null, "", location.pathname), []);
  useEffect(() => {
    const open = tabs.open.filter(({ query, variables }) => isFreeOfKey(query + variables, key));
    writeStored(storage, storageName, { ...tabs, open });
  }, [storage, tabs, key]);
  return [tabs, dispatch] as const;
}

export function activeTab({ open, activeId }: Tabs): Tab {
  const tab = open.find(({ id }) => id === activeId) ?? open[0];
  if (tab === undefined) throw new Error("No tab is open");
  return tab;
}

function changeTabs(tabs: Tabs, action: TabsAction): Tabs {
  switch (action.type) {
    case "activate":
      return { ...tabs, activeId: action.id };
    case "open": {
      const tab = { id: newId(), ...action.tab };
      const isOpen = tabs.open.some(({ id }) => id === tab.id);
      return isOpen ? { ...tabs, activeId: tab.id } : openTab(tabs, tab);
    }
    case "move":
      return moveTab(tabs, action.id, action.by);
    case "close":
      return closeTab(tabs, action.id);
    case "edit": {
      const { id, change } = action;
      return {
        ...tabs,
        open: tabs.open.map((tab) => (tab.id === id ? { ...tab, ...change } : tab)),
      };
    }
  }
}

function firstTabs(storage: TextStorage, address: URLSearchParams, examples: readonly Tab[]): Tabs {
  const stored = readTabs(storage) ?? exampleTabs(examples);
  const query = address.get("query");
  if (query === null || query === "") return stored;
  const variables = address.get("variables") ?? "";
  const same = stored.open.find((tab) => tab.query === query && tab.variables === variables);
  return same
    ? { ...stored, activeId: same.id }
    : openTab(stored, { id: newId(), title: null, query, variables });
}

function exampleTabs(examples: readonly Tab[]): Tabs {
  const [first] = examples;
  return first ? { open: examples, activeId: first.id } : openBlank();
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
  const { id, title, query, variables, saved = "" } = value;
  return [id, title ?? "", query, variables, saved].every((text) => typeof text === "string");
}

function openTab({ open }: Pick<Tabs, "open">, tab: Tab): Tabs {
  return { open: [...open, tab], activeId: tab.id };
}

function openBlank(): Tabs {
  return openTab({ open: [] }, { ...blankTab, id: newId() });
}

function moveTab({ open, activeId }: Tabs, id: string, by: number): Tabs {
  const at = open.findIndex((tab) => tab.id === id);
  const others = open.filter((tab) => tab.id !== id);
  return { open: others.toSpliced(Math.max(at + by, 0), 0, ...open.slice(at, at + 1)), activeId };
}

function closeTab(tabs: Tabs, id: string): Tabs {
  const at = tabs.open.findIndex((tab) => tab.id === id);
  const open = tabs.open.filter((tab) => tab.id !== id);
  const next = open[Math.min(at, open.length - 1)];
  if (next === undefined) return openBlank();
  return { open, activeId: tabs.activeId === id ? next.id : tabs.activeId };
}
