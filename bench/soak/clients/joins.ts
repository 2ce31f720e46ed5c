import { askGraphql, count, type Json, type Scene } from "../ask.ts";
import type { JournalRecord } from "../journal.ts";
import { between, chance, pick } from "../random.ts";
import { snapshotTtlSeconds } from "../stage.ts";
import { newName, selectFields } from "./fields.ts";
import { Judge, windowOf } from "./judge.ts";

const client = "joins";

/** Asks for tags with their terminals. */
export async function askForTerminals(scene: Scene): Promise<void> {
  const project = pick(scene.projects);
  const query = `query ${chance(0.3) ? newName() : ""} { tags(first: ${between(1, 60)}) { nodes { ${selectFields("tag")} link: additionalDataField(identifier: "terminal_id") { value terminal { ${selectFields("terminal")} } } } } }`;
  const answer = await askGraphql(scene, project.key, { query });
  if (!count(scene, client, answer) || answer.data === null) return;
  const { nodes } = answer.data.tags;
  const asked = { window: windowOf(answer, snapshotTtlSeconds), title: query };
  new Judge(scene.tally, client, { list: project.tag, ...asked }).rows(nodes);
  const judge = new Judge(scene.tally, client, { list: project.terminal, ...asked });
  for (const { link } of nodes) {
    judge.record(link.value, link.terminal);
    if (link.terminal === null || String(link.value) === link.terminal.terminalId) continue;
    scene.tally.wrong(client, `${link.value} names ${link.terminal.terminalId}`);
  }
}

/** Asks for terminals with their tags. */
export async function askForLinkedTags(scene: Scene): Promise<void> {
  const project = pick(scene.projects);
  const query = `query ${chance(0.3) ? newName() : ""} { terminals(last: ${between(1, 10)}, filter: { linkedTags: {} }) { nodes { ${selectFields("terminal")} linkedTags(first: 200) { totalCount nodes { ${selectFields("tag")} } } } } }`;
  const answer = await askGraphql(scene, project.key, { query });
  if (!count(scene, client, answer) || answer.data === null) return;
  const { nodes } = answer.data.terminals;
  const asked = { window: windowOf(answer, snapshotTtlSeconds), title: query };
  new Judge(scene.tally, client, { list: project.terminal, ...asked }).rows(nodes);
  for (const { terminalId, linkedTags } of nodes) {
    const matches = ({ additional_data }: JournalRecord) =>
      String((additional_data as Json).terminal_id) === terminalId;
    const judge = new Judge(scene.tally, client, { list: project.tag, ...asked, matches });
    judge.rows(linkedTags.nodes);
    judge.count(linkedTags.totalCount);
    if (linkedTags.totalCount <= 200) judge.all(linkedTags.nodes.map(({ tagId }: Json) => tagId));
  }
}
