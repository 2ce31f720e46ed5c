import { askGraphql, count, type Json, type Scene } from "../ask.ts";
import type { JournalRecord, ListJournal, Window } from "../journal.ts";
import { conditions, words } from "../project.ts";
import { between, chance, pick } from "../random.ts";
import { snapshotTtlSeconds } from "../stage.ts";
import { listName, newName, rowId, selectFields } from "./fields.ts";
import { judgeAll, judgeCount, judgeOrderedPage, judgeRows, windowOf } from "./judge.ts";

const client = "filters";

/** A condition, and the records that it holds for. */
interface Question {
  readonly variables: object;
  readonly matches: (record: JournalRecord) => boolean;
}

/** Asks for filtered, searched and sorted lists with their counts and facets. */
export async function askForFiltered(scene: Scene): Promise<void> {
  await scene.keys.lend(async ({ key, project }) => {
    const kind = pick(["tag", "tag", "terminal"] as const);
    const list = project[kind];
    const { variables, matches } = createQuestion();
    const order = pick(["", "", "NAME", "UPDATED_AT"] as const);
    const size = between(1, 10) * 20;
    const sorted = order === "" ? "" : `, orderBy: [{ field: ${order}, direction: DESC }]`;
    const facets = `facets(by: [{ field: IS_ACTIVE }, { field: ADDITIONAL_DATA, identifier: "condition" }]) { values { value count } nullCount }`;
    const [name, type] = [newName(), kind === "tag" ? "TagFilter" : "TerminalFilter"];
    const alias = chance(0.3) ? `${name}: ` : "";
    const query = `query ($filter: ${type}, $search: String) { ${alias}${listName(kind)}(first: ${size}, filter: $filter, search: $search${sorted}) { totalCount pageInfo { hasNextPage hasPreviousPage } ${facets} nodes { ${selectFields(kind)} } } }`;
    const answer = await askGraphql(scene.url, { key, query, variables });
    const isWhole = count(scene, client, answer);
    const connection = answer.data?.[alias ? name : listName(kind)];
    if (!connection || !isWhole) return;
    const title = `${query} ${JSON.stringify(variables)}`;
    const judged = { list, window: windowOf(answer, snapshotTtlSeconds), title };
    judge(scene, connection, {
      ...judged,
      matches,
      order,
      size,
      isSearched: "search" in variables,
    });
  });
}

interface Asked extends Question {
  readonly list: ListJournal;
  readonly window: Window;
  readonly title: string;
  readonly order: "" | "NAME" | "UPDATED_AT";
  readonly size: number;
  readonly isSearched: boolean;
}

function judge(scene: Scene, connection: Json, asked: Omit<Asked, "variables">): void {
  const { list, matches, order, size, isSearched, title } = asked;
  const { nodes, pageInfo, totalCount, facets } = connection;
  judgeRows(scene, client, nodes, asked);
  judgeCount(scene, client, totalCount, asked);
  if (order === "" && !isSearched) {
    judgeOrderedPage(scene, client, { ...asked, nodes, pageInfo, from: "start", anchors: null });
  } else if (nodes.length < size || !pageInfo.hasNextPage) {
    const ids = nodes.map((row: Json) => rowId(list.kind, row));
    judgeAll(scene, client, ids, asked);
  }
  if (order !== "") judgeOrder(scene, nodes, order, title);
  const [active, condition] = facets;
  for (const { value, count: found } of active.values) {
    const both = (record: JournalRecord) => matches(record) && record["is_active"] === value;
    judgeFacet(scene, found, { ...asked, matches: both });
  }
  for (const { value, count: found } of condition.values) {
    const both = (record: JournalRecord) => matches(record) && conditionOf(record) === value;
    judgeFacet(scene, found, { ...asked, matches: both });
  }
}

/** A facet leaves out the condition on its own field, so it is compared only where that changes nothing. */
function judgeFacet(scene: Scene, found: number, asked: Omit<Asked, "variables">): void {
  if (asked.isSearched) judgeCount(scene, client, found, asked);
}

function judgeOrder(
  scene: Scene,
  nodes: readonly Json[],
  order: "NAME" | "UPDATED_AT",
  title: string,
): void {
  const field = order === "NAME" ? "name" : "lastUpdate";
  for (const [at, row] of nodes.entries()) {
    const before = nodes[at - 1];
    if (before?.[field] === undefined || before[field] >= row[field]) continue;
    scene.tally.wrong(client, `${title}: ${before[field]} stands before ${row[field]}`);
  }
}

function createQuestion(): Question {
  const word = `word${between(0, words - 1)}x`;
  const condition = pick(conditions);
  const hasWord = ({ name }: JournalRecord) => String(name).includes(word);
  return pick<Question>([
    { variables: { search: word }, matches: hasWord },
    { variables: { filter: { name: { contains: word } } }, matches: hasWord },
    {
      variables: { filter: { isActive: { eq: true }, name: { contains: word } } },
      matches: (record) => hasWord(record) && record["is_active"] === true,
    },
    {
      variables: {
        filter: { additionalData: [{ identifier: "condition", text: { eq: condition } }] },
      },
      matches: (record) => conditionOf(record) === condition,
    },
    { variables: { filter: {} }, matches: () => true },
  ]);
}

function conditionOf(record: JournalRecord): unknown {
  return (record["additional_data"] as Json)?.condition;
}
