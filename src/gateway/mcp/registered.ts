import type { GraphQLSchema } from "graphql";
import { readDescribedQueries } from "../answer/persisted/described-queries.ts";
import type { Tool } from "./tool.ts";

/**
 * Creates a tool of each registered query that has a description, which is its author's consent.
 * @param refuse is told why one is no tool.
 */
export function createRegisteredTools(
  documents: Iterable<string>,
  schema: GraphQLSchema,
  refuse: (reason: string) => void,
): readonly Tool[] {
  const tools: Tool[] = [];
  for (const described of readDescribedQueries(documents, schema)) {
    const { name, description, document: query, variables } = described;
    if (typeof variables === "string") {
      refuse(`the registered query ${name} is no tool: ${variables}`);
      continue;
    }
    tools.push({
      name,
      description,
      inputSchema: variables,
      toQuestion: (given) => ({ members: { query, operationName: name, variables: given } }),
    });
  }
  return tools;
}
