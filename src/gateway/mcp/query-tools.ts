import type { GraphQLSchema } from "graphql";
import { readDescribedQueries } from "../answer/persisted/described-queries.ts";
import { isJsonObject } from "../call/decode/json-values.ts";
import { createSchemaSearch } from "../resolvers/schema-search.ts";
import { type Argument, type InputSchema, type Tool, ToolError } from "./tool.ts";

/**
 * Creates a tool of each registered query that has a description, which is its author's consent.
 * @param refuse is told why one is no tool.
 */
export function createRegisteredTools(
  documents: Iterable<string>,
  schema: GraphQLSchema,
  refuse: (reason: string) => void,
): readonly Tool[] {
  return readDescribedQueries(documents, schema).flatMap((query): readonly Tool[] => {
    const { name, description, document, variables } = query;
    if (typeof variables === "string") {
      refuse(`the registered query ${name} is no tool: ${variables}`);
      return [];
    }
    const required = variables.filter(({ isRequired }) => isRequired).map((one) => one.name);
    const properties = Object.fromEntries(variables.map((one) => [one.name, one.schema]));
    const inputSchema = toInputSchema(properties, required);
    const ask: Tool["ask"] = (given) => {
      return { members: { query: document, operationName: name, variables: given } };
    };
    return [{ name, description, inputSchema, ask }];
  });
}

/** The tool that runs any query. */
export const graphqlTool: Tool = {
  name: "graphql",
  description: "Runs a GraphQL query of your own, for what no other tool answers.",
  inputSchema: toInputSchema(
    {
      query: { type: "string", description: "A GraphQL query" },
      variables: { type: "string", description: "Its variables: a JSON object, as text" },
      operation_name: { type: "string", description: "Which of several operations to run" },
    },
    ["query"],
  ),
  ask({ query, variables, operation_name: operationName }) {
    return { members: { query, operationName, variables: readVariables(variables) } };
  },
};

function readVariables(text: unknown): object {
  try {
    const variables: unknown = JSON.parse(String(text ?? "{}"));
    if (isJsonObject(variables)) return variables;
  } catch {}
  throw new ToolError("variables: expected a JSON object, as text");
}

const maxSdlBytes = 4096;

/** Creates the tool that searches the schema. */
export function createSchemaTool(schema: GraphQLSchema): Tool {
  const find = createSchemaSearch(schema);
  return {
    name: "search_schema",
    description: `Finds types and fields of the GraphQL schema, for the tool graphql: at most ${maxSdlBytes} bytes of SDL.`,
    inputSchema: toInputSchema(
      { search: { type: "string", description: "Words in names or descriptions" } },
      ["search"],
    ),
    ask({ search }) {
      const found = find(String(search), maxSdlBytes);
      if (found !== "") return found;
      throw new ToolError(
        "search: the schema has none of these words; Query is where queries begin",
      );
    },
  };
}

function toInputSchema(
  properties: Readonly<Record<string, Argument>>,
  required: readonly string[],
): InputSchema {
  return { type: "object", properties, required, additionalProperties: false };
}
