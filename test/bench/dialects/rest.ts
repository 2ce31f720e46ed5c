import { structures, tags, terminalOf, terminals } from "../records.ts";
import { toPage } from "../rest-responses.ts";
import type { Dialect, HttpRequest } from "./dialect.ts";

/** REST without GraphQL: the registry's whole responses. Each scenario has its own path. */
export const rest: Dialect = {
  oneTag: (tag) => get(`/tag?id=${tag.id}`, tag.name, () => ({ tag })),
  tagList: (count) => get(`/tags?limit=${count}`, tags[count - 1]?.name, () => tagPage(count)),
  wholeTags: () => rest.tagList(1000),
  dashboard: (some) =>
    get(`/dashboard?ids=${some.map(({ id }) => id)}`, some.at(-1)?.name, () => ({
      tags: some.map((tag) => ({ tag })),
      terminals: toPage("terminals", terminals, { limit: 20, page: 1 }),
      tagStructure: structures.tag,
      terminalStructure: structures.terminal,
    })),
  joinedTags: () =>
    get("/joined", tags[99]?.name, () => ({
      tags: tags.slice(0, 100).map((tag) => ({ ...tag, terminal: terminalOf(tag) })),
    })),
};

function tagPage(limit: number): object {
  return toPage("tags", tags, { limit, page: 1 });
}

function get(path: string, mark: unknown, response: () => unknown): HttpRequest {
  return { method: "GET", path, body: "", response, mark: JSON.stringify(mark) };
}
