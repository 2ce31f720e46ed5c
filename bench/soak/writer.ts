import { setTimeout } from "node:timers/promises";
import type { RecordKind } from "../../src/registry/record.ts";
import type { Store } from "../../src/registry/store/store.ts";
import type { Change, JournalRecord } from "./journal.ts";
import { createRecord, nextUpdate, numberOf, type Project, toStored } from "./project.ts";
import { between, chance, pick, pickPopular } from "./random.ts";

/**
 * What comes and goes between two polls is told to nobody, so nothing is removed so soon. While the
 * registry stalls or restarts, polls are ten seconds apart.
 */
const minAgeMs = 20_000;

/** The number of the next record that is added. None has had it, whoever writes. */
let next = 1_000_000;

/** Changes records until `over` is aborted, and notes it. Resolves with the number of commits. */
export async function keepWriting(
  store: Store,
  projects: readonly [Project, Project],
  over: AbortSignal,
): Promise<number> {
  const sizes = new Map(
    projects.flatMap(({ tag, terminal }) => [tag, terminal]).map((list) => [list, list.count]),
  );
  let commits = 0;
  while (!over.aborted) {
    const project = projects[chance(0.9) ? 0 : 1];
    const kind: RecordKind = chance(0.8) ? "tag" : "terminal";
    const list = project[kind];
    // Now and then many at once.
    const many = chance(0.01) ? between(20, 60) : between(1, 3);
    const ids = list.ids();
    const changes = new Map<string, Change>();
    for (let one = 0; one < many; one += 1) {
      const id = pickPopular(ids);
      const now = list.latest(id);
      if (chance(0.7) && now !== null) {
        const record = createRecord(project.id, kind, numberOf(id), now.added_when);
        changes.set(id, { id: record.id, record });
      } else if (list.count > (sizes.get(list) ?? 0)) {
        if (now !== null && now.added_when > Date.now() - minAgeMs) continue;
        changes.set(id, { id: kind === "tag" ? id : Number(id), record: null });
      } else {
        // Some come back with the id that they had, at the list's end.
        const gone = list.goneIds();
        const number = gone.length > 0 && chance(0.2) ? numberOf(pick(gone)) : next++;
        const record = createRecord(project.id, kind, number, nextUpdate());
        changes.set(String(record.id), { id: record.id, record });
      }
    }
    await commit(store, project, kind, [...changes.values()]);
    commits += 1;
    await setTimeout(between(50, 350));
  }
  return commits;
}

/** Changes so many tags at once, those that were changed longest ago. */
export async function rewriteTags(store: Store, project: Project, count: number): Promise<void> {
  const byAge = (one: JournalRecord, other: JournalRecord) => one.last_update - other.last_update;
  const oldest = project.tag.latestAll().toSorted(byAge).slice(0, count);
  const changes = oldest.map(({ id, added_when }) => {
    const record = createRecord(project.id, "tag", numberOf(String(id)), added_when);
    return { id, record };
  });
  await commit(store, project, "tag", changes);
}

async function commit(
  store: Store,
  project: Project,
  kind: RecordKind,
  changes: readonly Change[],
): Promise<void> {
  await using change = await store.beginChange();
  for (const { id, record } of changes) {
    if (record === null) await change.removeRecord(project.id, kind, id);
    else await change.putRecords([toStored(project.id, kind, record)]);
  }
  const end = project[kind].begin(changes);
  await change.commit();
  end();
}
