import { askGraphql, count, type Json, type Scene } from "../ask.ts";
import type { JournalRecord, Window } from "../journal.ts";
import type { Project } from "../project.ts";
import { between, chance } from "../random.ts";
import { snapshotTtlSeconds } from "../stage.ts";
import { newName, selectFields } from "./fields.ts";
import { judgeAll, judgeCount, judgeRows, windowOf } from "./judge.ts";

const client = "joins";

/** Asks for tags with their terminals, and for terminals with their tags. */
export async function askForJoins(scene: Scene): Promise<void> {
  await scene.keys.lend(async ({ key, project }) => {
    const name = chance(0.3) ? newName() : "";
    const isForward = chance(0.5);
    const size = between(1, isForward ? 60 : 10);
    const query = isForward
      ? `query ${name} { tags(first: ${size}) { nodes { ${selectFields("tag")} link: additionalDataField(identifier: "terminal_id") { value terminal { ${selectFields("terminal")} } } } } }`
      : `query ${name} { terminals(last: ${size}, filter: { linkedTags: {} }) { nodes { ${selectFields("terminal")} linkedTags(first: 200) { totalCount nodes { ${selectFields("tag")} } } } } }`;
    const answer = await askGraphql(scene.url, { key, query });
    const isWhole = count(scene, client, answer);
    if (!isWhole || answer.data === null) return;
    const window = windowOf(answer, snapshotTtlSeconds);
    if (isForward) judgeTags(scene, answer.data.tags.nodes, project, window);
    else judgeTerminals(scene, answer.data.terminals.nodes, project, window);
  });
}

function judgeTags(scene: Scene, nodes: readonly Json[], project: Project, window: Window): void {
  const title = "tags with their terminals";
  judgeRows(scene, client, nodes, { list: project.tag, window, title });
  for (const { link } of nodes) {
    if (link.terminal !== null) {
      judgeRows(scene, client, [link.terminal], { list: project.terminal, window, title });
      if (String(link.value) !== link.terminal.terminalId)
        scene.tally.wrong(client, `${link.value} names ${link.terminal.terminalId}`);
    } else if (!project.terminal.valuesOf(link.value, window).includes(null)) {
      scene.tally.wrong(client, `terminal ${link.value} of a tag is claimed absent`);
    }
  }
}

function judgeTerminals(
  scene: Scene,
  nodes: readonly Json[],
  project: Project,
  window: Window,
): void {
  const title = "terminals with their tags";
  judgeRows(scene, client, nodes, { list: project.terminal, window, title });
  for (const { terminalId, linkedTags } of nodes) {
    const matches = ({ additional_data }: JournalRecord) =>
      String((additional_data as Json).terminal_id) === terminalId;
    const judged = { list: project.tag, window, title: `${title}: ${terminalId}` };
    judgeRows(scene, client, linkedTags.nodes, judged);
    judgeCount(scene, client, linkedTags.totalCount, { ...judged, matches });
    const ids = linkedTags.nodes.map(({ tagId }: Json) => tagId);
    if (linkedTags.totalCount <= 200) judgeAll(scene, client, ids, { ...judged, matches });
  }
}
