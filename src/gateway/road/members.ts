import { isJsonObject, type JsonObject } from "../../upstream/decode.ts";
import { RefusedError, type RoadRequest } from "./message.ts";

/** The members of a GraphQL request, as GraphQL over HTTP has them: in a JSON body, or in the query of an address. */
export type Members = JsonObject;

/** What is executed. */
export interface OperationRequest {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: JsonObject;
}

/**
 * The members of a request; null for what is no GraphQL request.
 * @throws RefusedError where the body is no JSON.
 */
export function readMembers({ method, path, body }: RoadRequest): Members | null {
  if (method === "GET") return readSearch(searchOf(path));
  if (body === "") return null;
  const members = parseBody(body);
  return isJsonObject(members) ? members : null;
}

/** What is to be executed; null where a member is missing, or is not what it should be. */
export function toOperationRequest(members: Members): OperationRequest | null {
  const { query, operationName = null, variables = null, extensions = null } = members;
  if (typeof query !== "string" || query === "") return null;
  if (operationName !== null && typeof operationName !== "string") return null;
  if (variables !== null && !isJsonObject(variables)) return null;
  if (extensions !== null && !isJsonObject(extensions)) return null;
  return { query, operationName, variables: variables ?? noVariables };
}

/** The query of an address: with its leading `?`, or empty. */
export function searchOf(path: string): string {
  const start = path.indexOf("?");
  return start === -1 ? "" : path.slice(start);
}

/** The members as the query of an address. */
export function toSearch(members: Members): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) {
    parameters.append(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return `?${parameters}`;
}

const noVariables: JsonObject = {};

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedError(400, "BAD_REQUEST", "The request's body is no JSON.");
  }
}

/** Null where a member comes twice, or is no JSON. */
function readSearch(search: string): Members | null {
  const members = new Map<string, unknown>();
  for (const [name, text] of new URLSearchParams(search)) {
    if (members.has(name)) return null;
    try {
      const isJson = name === "variables" || name === "extensions";
      members.set(name, isJson ? JSON.parse(text) : text);
    } catch {
      return null;
    }
  }
  return Object.fromEntries(members);
}
