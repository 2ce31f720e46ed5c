import { structures, tags, terminalOf, terminals, toPage } from "../../harness/records.ts";
import type { Dialect, Exchange } from "./dialect.ts";

/** REST without GraphQL: the registry's whole responses. Each scenario has its own path. */
export const rest: Dialect = {
  oneTag: (tag) => get(`/tag?id=${tag.id}`, tag.name, () => ({ tag })),
  tagList: (count) =>
    get(`/tags?limit=${count}`, tags[count - 1]?.name, () => toPage("tags", tags, count, 1)),
  wholeTags: (count) => rest.tagList(count),
  dashboard: (some) =>
    get(`/dashboard?ids=${some.map(({ id }) => id)}`, some.at(-1)?.name, () => ({
      tags: some.map((tag) => ({ tag })),
      terminals: toPage("terminals", terminals, 20, 1),
      tagStructure: structures.tag,
      terminalStructure: structures.terminal,
    })),
  joinedTags: (count) =>
    get(`/joined?limit=${count}`, tags[count - 1]?.name, () => ({
      tags: tags.slice(0, count).map((tag) => ({ ...tag, terminal: terminalOf(tag) })),
    })),
};

function get(path: string, name: string | undefined, response: () => unknown): Exchange {
  return { path, response, mark: JSON.stringify(name) };
}
