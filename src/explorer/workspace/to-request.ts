import { parse } from "graphql";
import type { GraphQLRequest, RequestText } from "../connect/graphql-over-http.ts";
import { parseVariables } from "../connect/json.ts";
import { blankComments } from "../query/build/text.ts";
import { findOperation } from "../query/operations.ts";
import { badVariables, errorNotice, type Notice } from "../response/notices/notice.ts";

/**
 * Turns a document and its variables into a request for one of its operations: the first, if none
 * is named. A document with a syntax error also becomes a request, because the gateway says where
 * the error is. Gives a notice if there is nothing to send.
 */
export function toRequest(
  { query, variables: variablesText }: RequestText,
  operationName?: string,
): { readonly request: GraphQLRequest; readonly isSubscription: boolean } | Notice {
  if (blankComments(query).trim() === "") {
    return errorNotice("There is no query yet", "Write one, or open an example.");
  }
  const variables = parseVariables(variablesText);
  if (variables === undefined) return badVariables;
  const operation = operationIn(query, operationName);
  const name = operation?.name?.value;
  const request = { query, variables, ...(name ? { operationName: name } : {}) };
  return { request, isSubscription: operation?.operation === "subscription" };
}

function operationIn(query: string, name: string | undefined) {
  try {
    return findOperation(parse(query), name);
  } catch {
    return null;
  }
}
