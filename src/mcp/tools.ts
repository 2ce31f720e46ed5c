import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Address } from "../gateway/http/addresses/address.ts";
import { createSchemaSearch } from "../gateway/resolvers/schema-search.ts";
import type { Settings } from "../settings.ts";
import { questions } from "./built-in.ts";
import { toInputSchema } from "./described-queries.ts";
import type { Known, Tool } from "./tool.ts";

const folder = join(import.meta.dirname, "../../schema/mcp");

const maxSdlBytes = 4096;

/**
 * Creates the tools that the settings ask for, with the documents that count as registered, by
 * their ids.
 * @param queries those of `PERSISTED_OPERATIONS`. One with a description is a tool: that is its
 * author's consent.
 * @param refuse is told why such a query is no tool.
 */
export function createTools({
  settings,
  schema,
  links,
  queries,
  refuse,
}: Pick<Known, "schema" | "links"> & {
  readonly settings: Settings;
  readonly queries: readonly Address[];
  readonly refuse: (reason: string) => void;
}): { readonly tools: readonly Tool[]; readonly documents: ReadonlyMap<string, string> } {
  const { MCP_TOOLS: served, MCP_QUERY: takesQueries, INTROSPECTION: isPublic } = settings;
  const documents = new Map<string, string>();
  const documentIds = new Map<string, string>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".graphql"))) {
    const text = readFileSync(join(folder, file), "utf8");
    const id = createHash("sha256").update(text).digest("hex");
    documentIds.set(basename(file, ".graphql"), id);
    if (served !== "registered") documents.set(id, text);
  }
  const table: readonly Omit<Tool, "toQuestion">[] = JSON.parse(
    readFileSync(join(folder, "tools.json"), "utf8"),
  );
  let search: ReturnType<typeof createSchemaSearch> | undefined;
  const maxFound = Math.min(settings.MCP_MAX_RESULT_BYTES, maxSdlBytes);
  const known = {
    schema,
    links,
    documentIds,
    searchSchema(words: string) {
      search ??= createSchemaSearch(schema);
      return search(words, maxFound);
    },
  };
  const tools = table
    .filter(({ name }) => {
      if (name === "graphql") return takesQueries;
      return name === "search_schema" ? takesQueries && isPublic : served !== "registered";
    })
    .map((tool): Tool => {
      const toQuestion: Tool["toQuestion"] = (given, ask) =>
        questions[tool.name]?.(given, { ...known, ask }) ?? "";
      return { ...tool, toQuestion };
    });
  if (served === "builtin") return { tools, documents };
  for (const query of queries) {
    const { name, description, text } = query;
    if (!description) continue;
    const inputSchema = toInputSchema(query);
    const toQuestion: Tool["toQuestion"] = (variables) => {
      return { members: { query: text, operationName: name, variables } };
    };
    if (typeof inputSchema !== "string") tools.push({ name, description, inputSchema, toQuestion });
    else refuse(`the registered query ${name} is no tool: ${inputSchema}`);
  }
  return { tools, documents };
}
