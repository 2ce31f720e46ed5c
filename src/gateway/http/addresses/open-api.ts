import type { GraphQLSchema } from "graphql";
import { getNullableType, isListType } from "graphql";
import { type Address, type Addresses, type Ending, endingsOf, type Parameter } from "./address.ts";
import {
  describeInput,
  type InputObjects,
  isPlain,
  type JsonSchema,
  schemaOfData,
} from "./json-schema.ts";

export function toOpenApi({ byName }: Addresses, schema: GraphQLSchema): object {
  const inputs: InputObjects = new Map();
  const paths = byName.values().flatMap((address) => {
    const parameters = address.parameters.map((parameter) => toParameter(parameter, inputs));
    return endingsOf(address).map((form) => {
      const path = toPath(address, form, { parameters, schema });
      return [`/q/${address.name}${form}`, path] as const;
    });
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "Registered queries",
      version: "1",
      description: "Lists that are files come whole: a transfer that breaks is not the whole list.",
    },
    // Of this document, which stands beside the addresses.
    servers: [{ url: ".." }],
    security: [{ key: [] }, { bearer: [] }],
    // First, because the input objects are those that its parameters have.
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-API-Key" },
        bearer: { type: "http", scheme: "bearer" },
      },
      schemas: { ...Object.fromEntries(inputs), "GraphQL.Errors": errors },
      responses: {
        Errors: {
          description: "What was wrong. 429 and 503 say when to come again.",
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["errors"],
                properties: { errors: { $ref: "#/components/schemas/GraphQL.Errors" } },
              },
            },
          },
        },
      },
    },
  };
}

const errors: JsonSchema = {
  type: "array",
  items: {
    type: "object",
    required: ["message"],
    properties: {
      message: { type: "string" },
      path: { type: "array", items: {} },
      extensions: { type: "object", properties: { code: { type: "string" } } },
    },
  },
};

const contents = {
  ".csv": {
    type: "text/csv",
    description: "A header, and a row for each record of the list.",
  },
  ".ndjson": {
    type: "application/x-ndjson",
    description: "On each line a record of the list, as JSON.",
  },
} as const;

function toPath(
  address: Address,
  form: Ending,
  {
    parameters,
    schema,
  }: { readonly parameters: readonly object[]; readonly schema: GraphQLSchema },
): object {
  const { name, description } = address;
  const content =
    form === ""
      ? { "application/json": { schema: toResponseSchema(address, schema) } }
      : { [contents[form].type]: { schema: { type: "string" } } };
  return {
    get: {
      // No operation's name has a dot.
      operationId: `${name}${form}`,
      ...(description !== undefined && { description }),
      parameters,
      responses: {
        200: {
          description: form === "" ? "The response of GraphQL." : contents[form].description,
          content,
        },
        default: { $ref: "#/components/responses/Errors" },
      },
    },
  };
}

function toParameter(
  { name, type, description, isRequired, defaultValue }: Parameter,
  inputs: InputObjects,
): object {
  const schema = {
    ...describeInput(type, inputs),
    ...(defaultValue !== undefined && { default: defaultValue }),
  };
  const nullable = getNullableType(type);
  const value = isPlain(isListType(nullable) ? nullable.ofType : nullable)
    ? { schema }
    : { content: { "application/json": { schema } } };
  return {
    ...{ name, in: "query", required: isRequired, ...value },
    description: description ?? `Of the GraphQL type ${type}`,
  };
}

function toResponseSchema(address: Address, schema: GraphQLSchema): JsonSchema {
  return {
    type: "object",
    required: ["data"],
    properties: {
      data: schemaOfData(address, schema),
      errors: { $ref: "#/components/schemas/GraphQL.Errors" },
      extensions: { type: "object" },
    },
  };
}
