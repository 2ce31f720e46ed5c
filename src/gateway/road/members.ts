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
 * @throws RefusedError where the body is no JSON, or a member of an address is none or comes twice.
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
    // As good as missing, which is how Apollo Server wants it in an address.
    if (value === null) continue;
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

/** The parameters of an address that are members of a GraphQL request, and whether their texts are JSON. */
const parameters: ReadonlyMap<string, boolean> = new Map([
  ["query", false],
  ["operationName", false],
  ["documentId", false],
  ["variables", true],
  ["extensions", true],
]);

function readSearch(search: string): Members {
  const members = new Map<string, unknown>();
  for (const [name, text] of new URLSearchParams(search)) {
    const isJson = parameters.get(name);
    if (isJson === undefined) continue;
    if (members.has(name)) throw badParameter(name, "comes twice");
    members.set(name, isJson ? parseParameter(name, text) : text);
  }
  return Object.fromEntries(members);
}

function parseParameter(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badParameter(name, "is no JSON");
  }
}

function badParameter(name: string, mistake: string): RefusedError {
  return new RefusedError(400, "BAD_REQUEST", `The parameter ${name} ${mistake}.`);
}
