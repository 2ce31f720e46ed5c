import { useEffect, useMemo, useState } from "react";
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
import {
  createNamer,
  isOperation,
  newId,
  type SavedName,
  type SavedOperation,
} from "./operation.ts";

const prefix = "tapgraph.operation.";

/** Changes by other pages within this time are read together: an import makes thousands. */
const gatheredMs = 100;

type Changes = readonly (readonly [id: string, to: SavedOperation | null])[];

export type Saved = ReturnType<typeof useSaved>;

/**
 * The saved operations. They are what the browser's storage has, each in a place of its own, so
 * that two pages that save at once do not overwrite each other's. Every change can be undone until
 * the next.
 */
export function useSaved(storage: TextStorage, key: string) {
  const [operations, setOperations] = useState(() => readAll(storage));
  const [note, setNote] = useState<{
    readonly text: string;
    readonly tone: "done" | "warning";
    readonly undo?: () => void;
  } | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onStorage = ({ key: name }: StorageEvent) => {
      // Without a name, all that was stored is gone.
      if (name !== null && !name.startsWith(prefix)) return;
      clearTimeout(timer);
      timer = setTimeout(() => setOperations(readAll(storage)), gatheredMs);
    };
    addEventListener("storage", onStorage);
    return () => {
      removeEventListener("storage", onStorage);
      clearTimeout(timer);
    };
  }, [storage]);
  const withKey = useMemo(
    () => new Set(operations.filter((operation) => problemOf(operation, key) !== null)),
    [operations, key],
  );

  const tell = (text: string, tone: "done" | "warning" = "warning") => setNote({ text, tone });
  /** Makes all of the changes or, if there is no room for them, none. */
  const change = (changes: Changes, text: string): boolean => {
    const before = changes.map(([id]) => [id, readOperation(storage, prefix + id)] as const);
    const isDone = write(storage, changes);
    if (!isDone) {
      write(storage, before);
      tell("This browser has no room left for it. Delete some of what is saved.");
    } else {
      const undo = () => {
        write(storage, before);
        setOperations(readAll(storage));
        tell("Undone.", "done");
      };
      setNote({ text, tone: "done", undo });
    }
    setOperations(readAll(storage));
    return isDone;
  };
  const put = (operation: SavedOperation, toSentence: (name: string) => string) => {
    const problem = problemOf(operation, key);
    if (problem !== null) {
      tell(problem);
      return null;
    }
    const others = operations.filter(({ id }) => id !== operation.id);
    const put = { ...operation, name: createNamer(others)(operation) };
    return change([[put.id, put]], toSentence(put.name)) ? put : null;
  };
  const find = (id: string | undefined) => operations.find((operation) => operation.id === id);
  return {
    operations,
    withKey,
    note,
    tell,
    isLasting: isLasting(storage),
    find,
    add: (name: SavedName, text: RequestText) =>
      put({ id: newId(), ...name, ...text }, (given) => `Saved as “${given}”.`),
    update: (operation: SavedOperation, text: RequestText) =>
      put({ ...operation, ...text }, (name) => `“${name}” is saved.`),
    move: (operation: SavedOperation, to: SavedName) =>
      put({ ...operation, ...to }, (name) => {
        const place = to.folder === "" ? "" : ` in “${to.folder}”`;
        return `“${operation.name}” is now “${name}”${place}.`;
      }),
    renameFolder(folder: string, to: string) {
      const problem = keyProblem({ query: to, variables: "" }, key);
      if (problem !== null) return tell(problem);
      const nameOf = createNamer(operations.filter((operation) => operation.folder === to));
      const moved = operations
        .filter((operation) => operation.folder === folder)
        .map((operation) => ({ ...operation, folder: to }));
      change(
        moved.map((operation) => [operation.id, { ...operation, name: nameOf(operation) }]),
        `The folder “${folder}” is now ${to ? `“${to}”` : "no folder"}.`,
      );
    },
    remove(removed: readonly SavedOperation[]): void {
      const what = removed.length === 1 ? `“${removed[0]?.name}”` : countQueries(removed.length);
      change(
        removed.map(({ id }) => [id, null]),
        `Deleted ${what}.`,
      );
    },
    importManifest(text: string, file: string) {
      const { problem, entries = [], leftOut = 0 } = readManifest(text, file.replace(/\.\w+$/, ""));
      if (problem !== undefined) {
        return tell(`“${file}” was not imported: ${problem}. Nothing has changed.`);
      }
      const known = new Set(operations.map(toComparable));
      const fresh = entries.filter((entry) => !known.has(toComparable(entry)));
      const free = fresh.filter((entry) => problemOf(entry, key) === null);
      const nameOf = createNamer(operations);
      const sentences = [
        `Imported ${countQueries(free.length)} from “${file}”.`,
        ...sentenceIf(entries.length - fresh.length, "here already"),
        ...sentenceIf(fresh.length - free.length, "left out, because the key is in them"),
        ...sentenceIf(leftOut, "left out, because they have no document"),
      ];
      const added = free.map((entry) => ({ ...entry, id: newId(), name: nameOf(entry) }));
      change(
        added.map((operation) => [operation.id, operation]),
        sentences.join(" "),
      );
    },
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

/** Why an operation must not be saved: it, or its name, contains the key. */
function problemOf({ name, folder, query, variables }: ManifestEntry, key: string): string | null {
  return keyProblem({ query: `${query}\n${name}\n${folder}`, variables }, key);
}

function toComparable({ name, folder, query, variables }: ManifestEntry): string {
  return JSON.stringify([name, folder, query, variables]);
}

function readAll(storage: TextStorage): readonly SavedOperation[] {
  const names = storedNames(storage).filter((name) => name.startsWith(prefix));
  return names.flatMap((name) => readOperation(storage, name) ?? []);
}

function readOperation(storage: TextStorage, name: string): SavedOperation | null {
  const value = parseObject(storage.getItem(name) ?? "");
  return isOperation(value) && prefix + value.id === name ? value : null;
}

function write(storage: TextStorage, changes: Changes): boolean {
  return changes.every(([id, to]) => {
    if (to !== null) return writeText(storage, prefix + id, JSON.stringify(to));
    removeStored(storage, prefix + id);
    return true;
  });
}
