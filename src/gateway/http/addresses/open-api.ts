import type { GraphQLSchema } from "graphql";
import { type Address, type Addresses, formsOf, type Parameter } from "./address.ts";
import { type InputSchema, type JsonSchema, schemaOfData } from "./json-schema.ts";

/** Describes addresses as an OpenAPI 3.1 document. */
export function toOpenApi({ byName }: Addresses, schema: GraphQLSchema): object {
  const paths = byName
    .values()
    .flatMap((address) =>
      formsOf(address).map(
        (form) => [`/q/${address.name}${form}`, toPath(address, form, schema)] as const,
      ),
    );
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
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-API-Key" },
        bearer: { type: "http", scheme: "bearer" },
      },
      schemas: { Errors: errors },
      responses: {
        Errors: {
          description: "What was wrong. 429 and 503 say when to come again.",
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: { errors: { $ref: "#/components/schemas/Errors" } },
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

function toPath(address: Address, form: "" | ".csv" | ".ndjson", schema: GraphQLSchema): object {
  const { name, description, parameters } = address;
  const content =
    form === ""
      ? { "application/json": { schema: toResponseSchema(address, schema) } }
      : { [contents[form].type]: { schema: { type: "string" } } };
  return {
    get: {
      // No name of an operation has a hyphen, so no two are the same.
      operationId: `${name}${form.replace(".", "-")}`,
      ...(description !== undefined && { description }),
      parameters: parameters.map(toParameter),
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

function toParameter(parameter: Parameter): object {
  const { name, type, description, isRequired, defaultValue } = parameter;
  const schema = {
    ...parameter.schema,
    ...(defaultValue != null && { default: defaultValue }),
  };
  const value = isJson(parameter.schema)
    ? { content: { "application/json": { schema } } }
    : { schema };
  return {
    ...{ name, in: "query", required: isRequired, ...value },
    description: description ?? `Of the GraphQL type ${type}`,
  };
}

/** Whether it is written as JSON, and not as one or several texts. */
function isJson({ type, items }: InputSchema): boolean {
  if (items !== undefined) return items.type === "array" || isJson(items);
  return type === undefined || type === "object";
}

function toResponseSchema(address: Address, schema: GraphQLSchema): JsonSchema {
  return {
    type: "object",
    required: ["data"],
    properties: {
      data: schemaOfData(address, schema),
      errors: { $ref: "#/components/schemas/Errors" },
      extensions: { type: "object" },
    },
  };
}
