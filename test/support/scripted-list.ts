import type { Project } from "./project.ts";
import { type ScriptedRegistry, startScriptedRegistry } from "./scripted-registry.ts";

/** The scripted registry under the name that it had for lists. */
export type ScriptedList = ScriptedRegistry & { readonly registry: ScriptedRegistry };

/** Starts it. */
export async function startScriptedList(lists: Partial<Project>): Promise<ScriptedList> {
  const registry = await startScriptedRegistry(lists);
  return Object.assign(registry, { registry });
}
