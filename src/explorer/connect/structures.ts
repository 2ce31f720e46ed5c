import { createContext, useRef } from "react";
import { isObject } from "./json.ts";
import { sendRequest } from "./send-request.ts";
import type { StructureItem, Structures } from "./structure.ts";

export interface StructuresSource {
  /** Null if they cannot be read. */
  readonly load: () => Promise<Structures | null>;
  /** What was loaded last with this key; null if nothing was. */
  readonly known: () => Structures | null;
}

export const StructuresContext = createContext<StructuresSource>({
  load: async () => null,
  known: () => null,
});

const query = `query Structures {
  tag: additionalDataStructure(of: TAG) { ...Items }
  terminal: additionalDataStructure(of: TERMINAL) { ...Items }
}
fragment Items on AdditionalDataStructure { items { name identifier type enum } }`;

/** How long a result is used again, in milliseconds. */
const keptMs = 60_000;

/** Fetches the structures with the key in use, when they are needed: never while a key is typed. */
export function useStructures(key: string): StructuresSource {
  const last = useRef<{
    readonly key: string;
    readonly at: number;
    readonly result: Promise<Structures | null>;
    known: Structures | null;
  }>(null);
  return {
    known: () => (last.current?.key === key ? last.current.known : null),
    load() {
      const now = performance.now();
      const { current: kept } = last;
      if (kept?.key === key && now < kept.at + keptMs) return kept.result;
      const fetched = { key, at: now, result: fetchStructures(key), known: kept?.known ?? null };
      last.current = fetched;
      const note = async () => {
        fetched.known = await fetched.result;
        if (fetched.known === null && last.current === fetched) last.current = null;
      };
      void note();
      return fetched.result;
    },
  };
}

async function fetchStructures(key: string): Promise<Structures | null> {
  if (key === "") return null;
  const outcome = await sendRequest({ query }, { key });
  const { data, errors } = (outcome.kind === "response" && outcome.body) || {};
  if (!isObject(data) || errors !== undefined) return null;
  return { tag: toItems(data["tag"]), terminal: toItems(data["terminal"]) };
}

const itemTypes = ["TEXTBOX", "TEXTAREA", "SELECTBOX", "NUMBER", "IMAGE"] as const;

function toItems(structure: unknown): readonly StructureItem[] | null {
  if (!isObject(structure)) return null;
  const { items } = structure;
  if (!Array.isArray(items)) return [];
  return items.filter(isObject).map(({ name, identifier, type, enum: options }) => ({
    name: typeof name === "string" ? name : null,
    identifier: typeof identifier === "string" ? identifier : null,
    type: itemTypes.find((one) => one === type) ?? "UNKNOWN",
    enum: Array.isArray(options) ? options.filter((option) => typeof option === "string") : null,
  }));
}
