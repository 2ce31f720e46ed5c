import { structures, tags, terminalOf, terminals } from "../../harness/records.ts";
import { type Dialect, graphql, pick } from "./dialect.ts";

/** Plain lists with the registry's own names, as in a tutorial. */
export const textbook: Dialect = {
  oneTag: (tag) =>
    graphql(
      "query Point($id: ID!) { tag(id: $id) { id name description is_active } }",
      { id: tag.id },
      tag.name,
      () => ({ tag: pick(tag, "id", "name", "description", "is_active") }),
    ),
  tagList: (count) =>
    graphql(
      "query First($n: Int!) { tags(limit: $n) { id name is_active } }",
      { n: count },
      tags[count - 1]?.name,
      () => ({ tags: tags.slice(0, count).map((tag) => pick(tag, "id", "name", "is_active")) }),
    ),
  wholeTags: (count) =>
    graphql(
      `query Whole($n: Int!) { tags(limit: $n) {
        id type name project_id description is_active added_when last_update additional_data
      } }`,
      { n: count },
      tags[count - 1]?.name,
      () => ({ tags: tags.slice(0, count) }),
    ),
  dashboard: (some) =>
    graphql(
      dashboardQuery(some.length),
      Object.fromEntries(some.map(({ id }, n) => [`i${n}`, id])),
      some.at(-1)?.name,
      () => ({
        ...Object.fromEntries(
          some.map((tag, n) => [`t${n}`, pick(tag, "id", "name", "is_active")]),
        ),
        terminals: terminals.slice(0, 20).map((terminal) => pick(terminal, "id", "name", "model")),
        tagStructure: structures.tag,
        terminalStructure: structures.terminal,
      }),
    ),
  joinedTags: (count) =>
    graphql(
      "query Joined($n: Int!) { tags(limit: $n) { id name terminal { id name } } }",
      { n: count },
      tags[count - 1]?.name,
      () => ({
        tags: tags.slice(0, count).map((tag) => ({
          ...pick(tag, "id", "name"),
          terminal: pick(terminalOf(tag), "id", "name"),
        })),
      }),
    ),
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
