import { Kind, type OperationDefinitionNode, parse } from "graphql";
import type { GraphQLRequest } from "../connect/graphql-over-http.ts";
import { type JsonObject, parseObject } from "../connect/json.ts";

/** A tab's text as a request, or the mistake to correct first. */
export type PreparedRequest =
  | {
      readonly kind: "request";
      readonly request: GraphQLRequest;
      readonly isSubscription: boolean;
    }
  | { readonly kind: "mistake"; readonly title: string; readonly detail: string };

/**
 * Turns a document and its variables into a request for the first operation. A document with wrong syntax is sent, too, because the
 * gateway says where the mistake is.
 */
export function prepareRequest(query: string, variablesText: string): PreparedRequest {
  if (query.replace(/#.*$/gm, "").trim() === "") {
    return {
      kind: "mistake",
      title: "There is no query yet",
      detail: "Write one, or open an example.",
    };
  }
  const variables = readVariables(variablesText);
  if (variables === undefined) {
    return {
      kind: "mistake",
      title: "The variables are not a JSON object",
      detail: 'They look like { "first": 10 }, with names and strings in double quotes.',
    };
  }
  const operation = firstOperation(query);
  const operationName = operation?.name?.value;
  const request = { query, variables, ...(operationName ? { operationName } : {}) };
  return { kind: "request", request, isSubscription: operation?.operation === "subscription" };
}

/** Reads variables from JSON. Empty text means none. Undefined if it is not a JSON object. */
export function readVariables(text: string): JsonObject | undefined {
  return text.trim() === "" ? {} : parseObject(text);
}

function firstOperation(query: string): OperationDefinitionNode | undefined {
  try {
    return parse(query).definitions.find(
      (definition) => definition.kind === Kind.OPERATION_DEFINITION,
    );
  } catch {
    return undefined;
  }
}
