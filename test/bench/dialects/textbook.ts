import { structures, tags, terminalOf, terminals } from "../records.ts";
import { type Dialect, graphqlExchange, pick } from "./dialect.ts";

/** Plain lists with the registry's own names, as in a tutorial. */
export const textbook: Dialect = {
  oneTag: (tag) =>
    graphqlExchange(
      "query Point($id: ID!) { tag(id: $id) { id name description is_active } }",
      { id: tag.id },
      {
        data: () => ({ tag: pick(tag, "id", "name", "description", "is_active") }),
        mark: tag.name,
      },
    ),
  tagList: (count) => {
    const data = () => ({
      tags: tags.slice(0, count).map((tag) => pick(tag, "id", "name", "is_active")),
    });
    const query = "query First($n: Int!) { tags(limit: $n) { id name is_active } }";
    return graphqlExchange(query, { n: count }, { data, mark: tags[count - 1]?.name });
  },
  wholeTags: () =>
    graphqlExchange(
      `{ tags(limit: 1000) {
        id type name project_id description is_active added_when last_update additional_data
      } }`,
      {},
      { data: () => ({ tags: tags.slice(0, 1000) }), mark: tags[999]?.name },
    ),
  dashboard: (some) => {
    const data = () => ({
      ...Object.fromEntries(some.map((tag, n) => [`t${n}`, pick(tag, "id", "name", "is_active")])),
      terminals: terminals.slice(0, 20).map((terminal) => pick(terminal, "id", "name", "model")),
      tagStructure: structures.tag,
      terminalStructure: structures.terminal,
    });
    const variables = Object.fromEntries(some.map(({ id }, n) => [`i${n}`, id]));
    return graphqlExchange(dashboardQuery(some.length), variables, {
      data,
      mark: some.at(-1)?.name,
    });
  },
  joinedTags: () => {
    const data = () => ({
      tags: tags.slice(0, 100).map((tag) => ({
        ...pick(tag, "id", "name"),
        terminal: pick(terminalOf(tag), "id", "name"),
      })),
    });
    const query = "{ tags(limit: 100) { id name terminal { id name } } }";
    return graphqlExchange(query, {}, { data, mark: tags[99]?.name });
  },
};

function dashboardQuery(count: number): string {
  const places = Array.from({ length: count }, (_, n) => n);
  const structure = "{ items { identifier type name set_via_app enum } last_update }";
  return `query Dashboard(${places.map((n) => `$i${n}: ID!`).join(", ")}) {
    ${places.map((n) => `t${n}: tag(id: $i${n}) { id name is_active }`).join("\n")}
    terminals(limit: 20) { id name model }
    tagStructure: structure(of: "tag") ${structure}
    terminalStructure: structure(of: "terminal") ${structure}
  }`;
}
