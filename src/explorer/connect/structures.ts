import { createContext, useRef } from "react";
import { isObject } from "./json.ts";
import { sendRequest } from "./send-request.ts";
import type { StructureItem, Structures } from "./structure.ts";

/** The structures of the key's project, or a sentence that says why there are none. */
export type StructuresResult = { readonly structures: Structures } | { readonly problem: string };

export type LoadStructures = () => Promise<StructuresResult>;

/** How the parts of the page that complete a query get the structures. */
export const StructuresContext = createContext<LoadStructures>(() =>
  Promise.resolve({ problem: "The structure of the additional data is not known here." }),
);

const query = `query Structures {
  tag: additionalDataStructure(of: TAG) { ...Items }
  terminal: additionalDataStructure(of: TERMINAL) { ...Items }
}
fragment Items on AdditionalDataStructure { items { type name identifier setViaApp enum } }`;

/** How long a result is used again, in milliseconds. */
const keptMs = 60_000;

/** A function that fetches the structures with the key in use. They are fetched when they are needed, never while a key is typed. */
export function useStructures(key: string): LoadStructures {
  const last = useRef<{ key: string; at: number; result: Promise<StructuresResult> }>(null);
  return () => {
    const now = performance.now();
    const { current: kept } = last;
    if (kept?.key === key && now < kept.at + keptMs) return kept.result;
    const fetched = { key, at: now, result: fetchStructures(key) };
    last.current = fetched;
    const forgetFailure = async () => {
      if ("problem" in (await fetched.result) && last.current === fetched) last.current = null;
    };
    void forgetFailure();
    return fetched.result;
  };
}

async function fetchStructures(key: string): Promise<StructuresResult> {
  if (key === "") return { problem: "The structure of the additional data needs a key." };
  const outcome = await sendRequest({ query }, { key });
  if (outcome.kind === "unreachable") return { problem: "The gateway cannot be reached." };
  const { data, errors } = outcome.body ?? {};
  if (Array.isArray(errors) && errors.length > 0) {
    const [first]: readonly unknown[] = errors;
    const message = isObject(first) ? String(first["message"]) : "";
    return { problem: `The structure of the additional data cannot be read: ${message}` };
  }
  if (!isObject(data)) return { problem: "The gateway's answer has no structure." };
  return { structures: { tag: toItems(data["tag"]), terminal: toItems(data["terminal"]) } };
}

function toItems(structure: unknown): readonly StructureItem[] | null {
  if (!isObject(structure)) return null;
  const { items } = structure;
  return Array.isArray(items) ? items.flatMap(toItem) : [];
}

function toItem(item: unknown): readonly StructureItem[] {
  if (!isObject(item)) return [];
  const { type, name, identifier, setViaApp, enum: options } = item;
  return [
    {
      type: String(type),
      name: typeof name === "string" ? name : null,
      identifier: typeof identifier === "string" ? identifier : null,
      setViaApp: typeof setViaApp === "boolean" ? setViaApp : null,
      enum: Array.isArray(options) ? options.filter((option) => typeof option === "string") : null,
    },
  ];
}
