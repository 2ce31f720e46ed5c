import { askGraphql, count, type Json, type Scene } from "../ask.ts";
import type { JournalRecord, Matches } from "../journal.ts";
import { conditions, words } from "../project.ts";
import { between, chance, pick } from "../random.ts";
import { snapshotTtlSeconds } from "../stage.ts";
import { listName, newName, rowId, selectFields } from "./fields.ts";
import { Judge, windowOf } from "./judge.ts";

const client = "filters";

/** A condition, and the records that it holds for. */
interface Question {
  readonly variables: { readonly search?: string; readonly filter?: object };
  readonly matches: Matches;
}

/** Asks for filtered, searched and sorted lists with their counts and facets. */
export async function askForFiltered(scene: Scene): Promise<void> {
  const project = pick(scene.projects);
  const kind = pick(["tag", "tag", "terminal"] as const);
  const { variables, matches } = createQuestion();
  const order = pick(["", "", "NAME", "UPDATED_AT"] as const);
  const size = between(1, 10) * 20;
  const sorted = order === "" ? "" : `, orderBy: [{ field: ${order}, direction: DESC }]`;
  const facets = `facets(by: [{ field: IS_ACTIVE }, { field: ADDITIONAL_DATA, identifier: "condition" }]) { values { value count } nullCount }`;
  const type = kind === "tag" ? "TagFilter" : "TerminalFilter";
  const name = chance(0.3) ? newName() : "list";
  const query = `query ($filter: ${type}, $search: String) { ${name}: ${listName(kind)}(first: ${size}, filter: $filter, search: $search${sorted}) { totalCount pageInfo { hasNextPage hasPreviousPage } ${facets} nodes { ${selectFields(kind)} } } }`;
  const answer = await askGraphql(scene, project.key, { query, variables });
  const connection = answer.data?.[name];
  if (!count(scene, client, answer) || !connection) return;
  const title = `${query} ${JSON.stringify(variables)}`;
  const window = windowOf(answer, snapshotTtlSeconds);
  const judge = new Judge(scene.tally, client, { list: project[kind], window, title, matches });
  const { nodes, pageInfo, totalCount } = connection;
  judge.rows(nodes);
  judge.count(totalCount);
  const isSearched = variables.search !== undefined;
  if (order === "" && !isSearched) judge.page(connection, { size, from: "start", anchors: null });
  else if (!pageInfo.hasNextPage) judge.all(nodes.map((row: Json) => rowId(kind, row)));
  if (order !== "") judgeOrder(scene, nodes, order === "NAME" ? "name" : "lastUpdate", title);
  // A facet leaves out the condition on its own field, so it is compared only where there is none.
  if (!isSearched) return;
  const [active, condition] = connection.facets;
  for (const { value, count: found } of active.values) {
    judge.count(found, (record) => matches(record) && record["is_active"] === value);
  }
  for (const { value, count: found } of condition.values) {
    judge.count(found, (record) => matches(record) && conditionOf(record) === value);
  }
}

function judgeOrder(scene: Scene, nodes: readonly Json[], field: string, title: string): void {
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
  const isInCondition = { identifier: "condition", text: { eq: condition } };
  return pick<Question>([
    { variables: { search: word }, matches: hasWord },
    { variables: { filter: { name: { contains: word } } }, matches: hasWord },
    {
      variables: { filter: { isActive: { eq: true }, name: { contains: word } } },
      matches: (record) => hasWord(record) && record["is_active"] === true,
    },
    {
      variables: { filter: { additionalData: [isInCondition] } },
      matches: (record) => conditionOf(record) === condition,
    },
    { variables: { filter: {} }, matches: () => true },
  ]);
}

function conditionOf(record: JournalRecord): unknown {
  return (record["additional_data"] as Json)?.condition;
}
