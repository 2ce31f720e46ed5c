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
    const { name, description, document: query, variables: inputSchema } = described;
    const toQuestion: Tool["toQuestion"] = (variables) => {
      return { members: { query, operationName: name, variables } };
    };
    if (typeof inputSchema !== "string") tools.push({ name, description, inputSchema, toQuestion });
    else refuse(`the registered query ${name} is no tool: ${inputSchema}`);
  }
  return tools;
}
