import { type ScriptedList, startScriptedList } from "./scripted-list.ts";

/** A registry whose lists move while they are read, so that no reading of them is whole. */
export interface MovingLists extends ScriptedList {
  /** Lets the lists move, or keeps them still. They move at first. */
  isMoving: boolean;
}

/**
 * Starts a registry with 300 tags and 300 terminals, in pages of 50. Each page that it sends is followed by an edit: as many records
 * as `step` says are taken out at the start of the list, and put in again at its end.
 */
export async function startMovingLists(step = 110): Promise<MovingLists> {
  const lists = {
    tags: Array.from({ length: 300 }, (_, at) => ({ id: `T${at}`, ...fieldsOf("Tag", at) })),
    terminals: Array.from({ length: 300 }, (_, at) => ({ id: at, ...fieldsOf("Terminal", at) })),
  };
  const registry = await startScriptedList(lists);
  registry.rules.clamp = 50;
  const moving: MovingLists = { ...registry, isMoving: true };
  const answer = registry.registry.behaviour;
  registry.registry.behaviour = (call, position) => {
    answer(call, position);
    const { pathname, searchParams } = new URL(call.path, registry.url);
    const list: unknown[] = pathname.endsWith("/tags") ? lists.tags : lists.terminals;
    // A call for a single row only confirms the list.
    if (moving.isMoving && Number(searchParams.get("limit")) > 1)
      list.push(...list.splice(0, step));
  };
  return moving;
}

function fieldsOf(kind: string, at: number) {
  const time = 1_700_000_000 + at;
  return { name: `${kind} ${at}`, is_active: at % 3 > 0, added_when: time, last_update: time };
}
