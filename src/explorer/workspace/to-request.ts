import { type OperationDefinitionNode, parse } from "graphql";
import type { GraphQLRequest } from "../connect/graphql-over-http.ts";
import { parseVariables } from "../connect/json.ts";
import { firstOperation } from "../query/build/edit-selection.ts";
import { blankComments } from "../query/build/text.ts";
import { badVariables, errorNotice, type Notice } from "../response/notices/notice.ts";

type RequestOrMistake =
  | {
      readonly kind: "request";
      readonly request: GraphQLRequest;
      readonly isSubscription: boolean;
    }
  | { readonly kind: "mistake"; readonly notice: Notice };

/**
 * Turns a document and its variables into a request for the first operation. A document with a syntax error also becomes a
 * request, because the gateway says where the error is.
 */
export function toRequest(query: string, variablesText: string): RequestOrMistake {
  if (blankComments(query).trim() === "") {
    const notice = errorNotice("There is no query yet", "Write one, or open an example.");
    return { kind: "mistake", notice };
  }
  const variables = parseVariables(variablesText);
  if (variables === undefined) return { kind: "mistake", notice: badVariables };
  const operation = operationIn(query);
  const operationName = operation?.name?.value;
  const request = { query, variables, ...(operationName ? { operationName } : {}) };
  return { kind: "request", request, isSubscription: operation?.operation === "subscription" };
}

function operationIn(query: string): OperationDefinitionNode | null {
  try {
    return firstOperation(parse(query));
  } catch {
    return null;
  }
}
