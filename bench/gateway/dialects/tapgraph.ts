import type { TagRecord } from "../../../src/registry/sample/records.ts";
import {
  type FullStructure,
  structures,
  tags,
  terminalOf,
  terminals,
} from "../../harness/records.ts";
import { type Dialect, graphql } from "./dialect.ts";

/** tapgraph's own schema: connections, and names in camelCase. */
export const tapgraph: Dialect = {
  oneTag: (tag) =>
    graphql(
      "query Point($id: ID!) { tag(id: $id) { tagId name description isActive } }",
      { id: tag.id },
      tag.name,
      () => ({ tag: { ...toTag(tag), description: tag.description } }),
    ),
  tagList: (count) =>
    graphql(
      "query First($n: Int!) { tags(first: $n) { nodes { tagId name isActive } } }",
      { n: count },
      tags[count - 1]?.name,
      () => ({ tags: { nodes: tags.slice(0, count).map(toTag) } }),
    ),
  wholeTags: (count) =>
    graphql(
      `query Whole($n: Int!) { tags(first: $n) { nodes {
        tagId type name projectId description isActive addedWhen lastUpdate additionalData
      } } }`,
      { n: count },
      tags[count - 1]?.name,
      () => ({ tags: { nodes: tags.slice(0, count).map(toWholeTag) } }),
    ),
  dashboard: (some) =>
    graphql(
      dashboardQuery(some.length),
      Object.fromEntries(some.map(({ id }, n) => [`i${n}`, id])),
      some.at(-1)?.name,
      () => ({
        ...Object.fromEntries(some.map((tag, n) => [`t${n}`, toTag(tag)])),
        terminals: {
          nodes: terminals
            .slice(0, 20)
            .map(({ id, name, model }) => ({ terminalId: String(id), name, model })),
        },
        tagStructure: toStructure(structures.tag),
        terminalStructure: toStructure(structures.terminal),
      }),
    ),
  joinedTags: (count) =>
    graphql(
      `query Joined($n: Int!) { tags(first: $n) { nodes {
        tagId name additionalDataField(identifier: "terminal_id") { terminal { terminalId name } }
      } } }`,
      { n: count },
      tags[count - 1]?.name,
      () => ({ tags: { nodes: tags.slice(0, count).map(toJoinedTag) } }),
    ),
};

function dashboardQuery(count: number): string {
  const places = Array.from({ length: count }, (_, n) => n);
  const structure = "{ items { identifier type name setViaApp enum } lastUpdate }";
  return `query Dashboard(${places.map((n) => `$i${n}: ID!`).join(", ")}) {
    ${places.map((n) => `t${n}: tag(id: $i${n}) { tagId name isActive }`).join("\n")}
    terminals(first: 20) { nodes { terminalId name model } }
    tagStructure: additionalDataStructure(of: TAG) ${structure}
    terminalStructure: additionalDataStructure(of: TERMINAL) ${structure}
  }`;
}

function toTag({ id, name, is_active }: TagRecord): object {
  return { tagId: id, name, isActive: is_active };
}

function toWholeTag(tag: TagRecord): object {
  return {
    ...toTag(tag),
    type: tag.type,
    projectId: String(tag.project_id),
    description: tag.description,
    addedWhen: tag.added_when,
    lastUpdate: tag.last_update,
    additionalData: tag.additional_data,
  };
}

function toJoinedTag(tag: TagRecord): object {
  const { id, name } = terminalOf(tag);
  const terminal = { terminalId: String(id), name };
  return { tagId: tag.id, name: tag.name, additionalDataField: { terminal } };
}

function toStructure({ items, last_update }: FullStructure): object {
  return {
    items: items.map(({ type, set_via_app, ...item }) => ({
      ...item,
      type: type.toUpperCase(),
      setViaApp: set_via_app,
      enum: item.enum.length > 0 ? item.enum : null,
    })),
    lastUpdate: last_update,
  };
}
