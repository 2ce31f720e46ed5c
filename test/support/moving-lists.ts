import { type ScriptedRegistry, startScriptedRegistry } from "./scripted-registry.ts";

type ListName = "tags" | "terminals";

/** A registry whose lists move while they are read, so that no reading of them is whole. */
export interface MovingLists extends ScriptedRegistry {
  /** The lists that move: both, at first. */
  moving: readonly ListName[];
}

/**
 * Starts a registry with 300 tags and 300 terminals, in pages of 50. After each page that it sends, as many records as `step` says
 * are taken out at the start of the list, and put in again at its end.
 */
export async function startMovingLists(step = 110): Promise<MovingLists> {
  const lists = {
    tags: Array.from({ length: 300 }, (_, at) => toTag(at)),
    terminals: Array.from({ length: 300 }, (_, at) => toTerminal(at)),
  };
  const structure = { items, last_update: 1 };
  const project = { ...lists, structures: { tag: structure, terminal: structure } };
  const registry = await startScriptedRegistry(project, {
    misbehave({ path, query }, honest) {
      const response = honest();
      // A call for a single row only confirms the list.
      if (world.moving.some((name) => name === path) && Number(query.get("limit")) > 1) {
        const list: unknown[] = lists[path as ListName];
        list.push(...list.splice(0, step));
      }
      return response;
    },
  });
  registry.rules.clamp = 50;
  const world: MovingLists = Object.assign(registry, { moving: ["tags", "terminals"] as const });
  return world;
}

const items = [
  {
    type: "selectbox",
    name: "Condition",
    identifier: "condition",
    set_via_app: true,
    enum: ["good", "worn"],
  },
  { type: "textbox", name: "Terminal", identifier: "terminal_id", set_via_app: false },
];

function toTag(at: number) {
  const condition = ["good", "worn", undefined][at % 3];
  const terminal_id = String(at % 2);
  return {
    id: `T${at}`,
    type: "NFC",
    name: `Tag ${at}`,
    ...commonFields(at),
    additional_data: { ...(condition && { condition }), terminal_id },
  };
}

function toTerminal(at: number) {
  return {
    id: at,
    uuid: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
    name: `Terminal ${at}`,
    ...commonFields(at),
    platform: at % 3 > 0 ? "Android" : "Linux",
    platform_version: String(at % 2),
    can_insert_chip: true,
    can_change_chip: false,
  };
}

function commonFields(at: number) {
  const time = 1_700_000_000 + at;
  return { project_id: 1, is_active: at % 4 > 0, added_when: time, last_update: time };
}
