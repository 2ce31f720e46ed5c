import { Kind, type OperationDefinitionNode, parse } from "graphql";
import type { GraphqlRequest } from "../connect/answer.ts";

/** A tab's text as a request, or the mistake to correct first. */
export type Prepared =
  | {
      readonly kind: "request";
      readonly request: GraphqlRequest;
      readonly isSubscription: boolean;
    }
  | { readonly kind: "mistake"; readonly title: string; readonly detail: string };

/**
 * Makes a request of a document and its variables. Of several operations it runs the named one, or else the first. A document with
 * wrong syntax is sent, too, because the gateway says where the mistake is.
 */
export function prepareRequest(query: string, variablesText: string): Prepared {
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
      title: "The variables are no JSON object",
      detail: 'They look like { "first": 10 }, names and texts in double quotes.',
    };
  }
  const operation = firstOperation(query);
  const operationName = operation?.name?.value;
  const request = { query, variables, ...(operationName ? { operationName } : {}) };
  return { kind: "request", request, isSubscription: operation?.operation === "subscription" };
}

/** Reads variables from JSON. Empty text means none. Undefined if it is not a JSON object. */
export function readVariables(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return value as Record<string, unknown>;
  } catch {
    return undefined;
  }
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
