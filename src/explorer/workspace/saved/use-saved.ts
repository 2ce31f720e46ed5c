import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { RequestText } from "../../connect/graphql-over-http.ts";
import { parseObject } from "../../connect/json.ts";
import {
  isLasting,
  removeStored,
  storedNames,
  type TextStorage,
  writeText,
} from "../../connect/storage.ts";
import { keyProblem } from "../../query/copy-as/snippets.ts";
import { type ManifestEntry, readManifest } from "./manifest.ts";
import { createNamer, isOperation, type SavedName, type SavedOperation } from "./operation.ts";

/**
 * Each operation has a place of its own in the storage, so that two pages that save at once do not overwrite each other's. If the
 * format changes, the prefix is followed by its number (`tapgraph.operation.2.`), so that an earlier explorer leaves it as it is.
 */
const prefix = "tapgraph.operation.";

/** Changes by other pages within this time are read together: an import makes thousands. */
const gatheredMs = 100;

/** After this pause, a key that is being typed counts as complete. */
const keyPauseMs = 1500;

/** What has just happened, in a sentence, and how to undo it. */
export interface SavedNote {
  readonly text: string;
  readonly tone: "done" | "warning";
  readonly undo?: (() => void) | undefined;
}

export type Saved = ReturnType<typeof useSaved>;

/** The operations that are saved, and whether each is in the browser's storage. */
type Held = ReadonlyMap<string, { readonly operation: SavedOperation; readonly isStored: boolean }>;

/** A change: operations to add or replace, and ids of operations to remove. */
interface Change {
  readonly put: readonly SavedOperation[];
  readonly removed: readonly string[];
}

/** An operation has its earlier text back, as another version than the one that this text had. */
export interface UndoneSave {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** The saved operations. What the storage has no room for, or must not have because the key is in it, stays in this page. */
export function useSaved(
  storage: TextStorage,
  key: string,
  onUndone: (undone: UndoneSave) => void,
) {
  const [held, setHeld] = useState<Held>(() => readHeld(storage));
  const [note, setNote] = useState<SavedNote | null>(() => noteUnread(storage));
  useEffect(() => {
    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readChanged = () => {
      const names = [...changed];
      timer = undefined;
      changed.clear();
      setHeld((before) => readAgain(storage, before, names));
    };
    const onStorage = ({ key: name }: StorageEvent) => {
      // Without a name, all that was stored is gone.
      const names = name === null ? storedNames(storage) : [name];
      if (name === null) setHeld(unstoredOf);
      for (const one of names) if (one.startsWith(prefix)) changed.add(one);
      if (changed.size > 0) timer ??= setTimeout(readChanged, gatheredMs);
    };
    addEventListener("storage", onStorage);
    return () => {
      removeEventListener("storage", onStorage);
      clearTimeout(timer);
    };
  }, [storage]);
  const reconcile = useEffectEvent(() => setHeld(storeAgain(storage, held, key)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is the reason to look again
  useEffect(() => {
    // The first characters of a key may be in every query, so wait until the key is complete.
    const timer = setTimeout(reconcile, keyPauseMs);
    return () => clearTimeout(timer);
  }, [key]);

  const operations = useMemo(() => [...held.values()].map(({ operation }) => operation), [held]);
  const apply = ({ put, removed }: Change) => {
    for (const id of removed) removeStored(storage, prefix + id);
    const stored = put.map((operation) => ({
      operation,
      isStored: store(storage, operation, key),
    }));
    setHeld((before) => {
      const after = new Map(before);
      for (const id of removed) after.delete(id);
      for (const one of stored) after.set(one.operation.id, one);
      return after;
    });
  };
  const change = (wanted: Change, text: string, tone: SavedNote["tone"] = "done") => {
    const changed = [...wanted.put.map(({ id }) => id), ...wanted.removed];
    const before = changed.flatMap((id) => held.get(id)?.operation ?? []);
    const added = wanted.put.map(({ id }) => id).filter((id) => !held.has(id));
    apply(wanted);
    const undo = () => {
      const isStale = wanted.put.some(({ id, version }) => {
        const stored = readOperation(storage, prefix + id);
        return stored !== undefined && stored.version > version;
      });
      if (isStale) {
        setNote({
          text: "Another tab has saved it meanwhile, so it stays as it is.",
          tone: "warning",
        });
        return;
      }
      const undone = findUndone(before, wanted.put);
      const newVersions = new Map(undone.map(({ id, to }) => [id, to]));
      const put = before.map((one) => ({
        ...one,
        version: newVersions.get(one.id) ?? one.version,
      }));
      apply({ put, removed: added });
      for (const one of undone) onUndone(one);
      setNote({ text: "Undone.", tone: "done" });
    };
    setNote({ text, tone, undo });
  };
  /** The operation as it is now: another page may have saved it a moment ago, or the storage had no room for its last text. */
  const current = (id: string): SavedOperation | undefined => {
    const stored = readOperation(storage, prefix + id);
    const own = held.get(id)?.operation;
    return own === undefined || (stored && stored.version >= own.version) ? stored : own;
  };
  const refuse = (text: string): null => {
    setNote({ text, tone: "warning" });
    return null;
  };
  const add = (name: SavedName, text: RequestText): SavedOperation | null => {
    const problem = problemOf({ ...name, ...text }, key);
    if (problem !== null) return refuse(problem);
    const added = {
      ...name,
      ...text,
      name: createNamer(operations)(name),
      id: newId(),
      version: 1,
    };
    change({ put: [added], removed: [] }, `Saved as “${added.name}”.`);
    return added;
  };
  return {
    operations,
    note,
    /** How many operations are in this page only. */
    unstored: [...held.values()].filter(({ isStored }) => !isStored),
    isLasting: isLasting(storage),
    find: (id: string) => held.get(id)?.operation,
    add,
    /** Saves an operation's new text. If another page has saved it since `version`, this text is saved beside it. */
    update(id: string, version: number, text: RequestText): SavedOperation | null {
      const now = current(id);
      if (now === undefined) return add({ name: "Untitled", folder: "" }, text);
      if (now.version !== version) {
        const beside = add(now, text);
        if (beside === null) return null;
        setNote({
          text: `“${now.name}” was saved in another tab meanwhile, and stays as it is there. Your text is saved as “${beside.name}”.`,
          tone: "warning",
        });
        return beside;
      }
      const problem = problemOf({ ...now, ...text }, key);
      if (problem !== null) return refuse(problem);
      const updated = { ...now, ...text, version: version + 1 };
      change({ put: [updated], removed: [] }, `“${now.name}” is saved.`);
      return updated;
    },
    /** Gives an operation another name or folder. */
    move(id: string, to: SavedName): void {
      const now = current(id);
      if (now === undefined) return;
      const others = operations.filter((other) => other.id !== id);
      const moved = { ...now, ...to, name: createNamer(others)(to) };
      const problem = problemOf(moved, key);
      if (problem !== null) refuse(problem);
      else change({ put: [moved], removed: [] }, `“${now.name}” is now ${describe(moved)}.`);
    },
    renameFolder(folder: string, to: string): void {
      const inside = operations.filter((operation) => operation.folder === folder);
      const others = operations.filter((operation) => operation.folder !== folder);
      const nameOf = createNamer(others);
      const put = inside.map((operation) => {
        const moved = { ...(current(operation.id) ?? operation), folder: to };
        return { ...moved, name: nameOf(moved) };
      });
      const problem = keyProblem({ query: to, variables: "" }, key);
      if (problem !== null) {
        refuse(problem);
        return;
      }
      change(
        { put, removed: [] },
        `The folder “${folder}” is now ${to ? `“${to}”` : "no folder"}.`,
      );
    },
    remove(removed: readonly SavedOperation[]): void {
      const [first] = removed;
      const what = removed.length === 1 ? `“${first?.name}”` : countQueries(removed.length);
      change({ put: [], removed: removed.map(({ id }) => id) }, `Deleted ${what}.`);
    },
    /** Adds the operations of a manifest. Those that are here already are left as they are. */
    importManifest(text: string, file: string): void {
      const read = readManifest(text, file.replace(/\.\w+$/, ""));
      if ("problem" in read) {
        refuse(`“${file}” was not imported: ${read.problem}. Nothing has changed.`);
        return;
      }
      const known = new Set(operations.map(toComparable));
      const fresh = read.entries.filter((entry) => {
        const comparable = toComparable(entry);
        const isNew = !known.has(comparable);
        known.add(comparable);
        return isNew;
      });
      const free = fresh.filter((entry) => problemOf(entry, key) === null);
      const nameOf = createNamer(operations);
      const put = free.map((entry) => ({
        ...{ ...entry, name: nameOf(entry), id: newId(), version: 1 },
      }));
      const sentences = [
        `Imported ${countQueries(put.length)} from “${file}”.`,
        ...sentenceIf(read.entries.length - fresh.length, "here already"),
        ...sentenceIf(fresh.length - free.length, "left out, because the key is in them"),
        ...sentenceIf(read.leftOut, "left out, because they have no document"),
      ];
      change({ put, removed: [] }, sentences.join(" "));
    },
    tell: (text: string, tone: SavedNote["tone"]) => setNote({ text, tone }),
    hasKey: (operation: ManifestEntry) => problemOf(operation, key) !== null,
  };
}

export function countQueries(count: number): string {
  return count === 1 ? "1 query" : `${count.toLocaleString("en")} queries`;
}

function sentenceIf(count: number, what: string): readonly string[] {
  return count === 0
    ? []
    : [`${count.toLocaleString("en")} ${count === 1 ? "is" : "are"} ${what}.`];
}

function describe({ name, folder }: SavedName): string {
  return folder === "" ? `“${name}”` : `“${name}” in “${folder}”`;
}

/** Why an operation must not be saved: it, or its name, contains the key. */
function problemOf({ name, folder, query, variables }: ManifestEntry, key: string): string | null {
  return keyProblem({ query: `${query}\n${name}\n${folder}`, variables }, key);
}

function toComparable({ name, folder, query, variables }: ManifestEntry): string {
  return JSON.stringify([name, folder, query, variables]);
}

function readHeld(storage: TextStorage): Held {
  const names = storedNames(storage).filter((name) => name.startsWith(prefix));
  const operations = names.flatMap((name) => readOperation(storage, name) ?? []);
  return new Map(operations.map((operation) => [operation.id, { operation, isStored: true }]));
}

/** Says how many operations cannot be read: another version of tapgraph has saved them. */
function noteUnread(storage: TextStorage): SavedNote | null {
  const names = storedNames(storage).filter((name) => name.startsWith(prefix));
  const unread = names.filter((name) => readOperation(storage, name) === undefined).length;
  if (unread === 0) return null;
  const text = `Kept, but not shown: ${countQueries(unread)} that another version of tapgraph saved.`;
  return { text, tone: "warning" };
}

function readOperation(storage: TextStorage, name: string): SavedOperation | undefined {
  const value = parseObject(storage.getItem(name) ?? "");
  return isOperation(value) && prefix + value.id === name ? value : undefined;
}

/** Reads what other pages have changed. What this page could not store stays as it is here. */
function readAgain(storage: TextStorage, before: Held, names: readonly string[]): Held {
  const after = new Map(before);
  for (const name of names) {
    const id = name.slice(prefix.length);
    if (after.get(id)?.isStored === false) continue;
    const operation = readOperation(storage, name);
    if (operation === undefined) after.delete(id);
    else after.set(id, { operation, isStored: true });
  }
  return after;
}

/** Which operations get an earlier text back. A version of its own tells this text from one that another page saves meanwhile. */
function findUndone(
  before: readonly SavedOperation[],
  put: readonly SavedOperation[],
): readonly UndoneSave[] {
  const versions = new Map(put.map(({ id, version }) => [id, version]));
  return before.flatMap(({ id, version }) => {
    const from = versions.get(id) ?? version;
    return from === version ? [] : [{ id, from, to: from + 1 }];
  });
}

function unstoredOf(held: Held): Held {
  return new Map([...held].filter(([, { isStored }]) => !isStored));
}

/** Stores an operation. Returns false if there is no room, or if the key is in it. */
function store(storage: TextStorage, operation: SavedOperation, key: string): boolean {
  const isFree = problemOf(operation, key) === null;
  const isStored = isFree && writeText(storage, prefix + operation.id, JSON.stringify(operation));
  if (!isFree) removeStored(storage, prefix + operation.id);
  return isStored;
}

/** With another key, other operations may be stored. */
function storeAgain(storage: TextStorage, held: Held, key: string): Held {
  const changed = [...held.values()].filter(
    ({ operation, isStored }) => isStored !== (problemOf(operation, key) === null),
  );
  if (changed.length === 0) return held;
  const after = new Map(held);
  for (const { operation } of changed) {
    after.set(operation.id, { operation, isStored: store(storage, operation, key) });
  }
  return after;
}

function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
