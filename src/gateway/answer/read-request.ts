import { isJsonObject, type JsonObject } from "../../registry-client/json-values.ts";
import type { Bearer } from "../keys/token.ts";
import type { PersistedOperations, RegisteredDocuments } from "./persisted-operations.ts";
import { badRequest } from "./refusals.ts";
import type { Asked } from "./request.ts";

export type Members = JsonObject;

export interface OperationRequest {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: JsonObject;
}

export interface ParsedRequest {
  readonly sentMembers: Members | null;
  /** The same members, with the document of a persisted operation in place of its id. */
  readonly members: Members | null;
  readonly operationRequest: OperationRequest | null;
  /** The documents that were in force when it was read. */
  readonly registered: RegisteredDocuments;
}

/**
 * Reads the parameters of a request, and looks up its document if it is a persisted operation.
 * @throws RefusedError if the parameters cannot be read, or name a document that is not known or
 * not allowed.
 */
export function readRequest(
  asked: Asked,
  bearer: Bearer | undefined,
  persisted: PersistedOperations,
): ParsedRequest {
  const { registered } = persisted;
  const sentMembers = readMembers(asked);
  const members = sentMembers && persisted.expand(sentMembers, bearer);
  const operationRequest = members && toOperationRequest(members);
  return { sentMembers, members, operationRequest, registered };
}

/**
 * Reads the members of a request; null if it is not a GraphQL request.
 * @throws RefusedError 400 `BAD_REQUEST` if the body is not a JSON object, or if a member in a URL
 * is not JSON or is given twice.
 */
export function readMembers({
  method,
  path,
  body,
}: Pick<Asked, "method" | "path" | "body">): Members | null {
  if (method === "GET") return readSearch(/\?.*$/s.exec(path)?.[0]);
  if (body === "") return null;
  const members = parseJson(body, "The request's body");
  if (isJsonObject(members)) return members;
  throw badRequest(
    Array.isArray(members)
      ? "The request's body is a list. Send each operation in a request of its own."
      : "The request's body is not a JSON object.",
  );
}

function toOperationRequest(members: Members): OperationRequest | null {
  const { query, operationName = null, variables = null, extensions = null } = members;
  if (typeof query !== "string" || query === "") return null;
  if (operationName !== null && typeof operationName !== "string") return null;
  if (variables !== null && !isJsonObject(variables)) return null;
  if (extensions !== null && !isJsonObject(extensions)) return null;
  return { query, operationName, variables: variables ?? noVariables };
}

export function toSearch(members: Members): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) {
    // Apollo Server expects a URL to have no null members.
    if (value === null) continue;
    parameters.append(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return `?${parameters}`;
}

const noVariables: JsonObject = {};

const stringParameters: readonly string[] = ["query", "operationName", "documentId"];
const jsonParameters: readonly string[] = ["variables", "extensions"];

function readSearch(search = ""): Members {
  const members = new Map<string, unknown>();
  for (const [name, text] of new URLSearchParams(search)) {
    const isJson = jsonParameters.includes(name);
    if (!isJson && !stringParameters.includes(name)) continue;
    const parameter = `The parameter ${name}`;
    if (members.has(name)) throw badRequest(`${parameter} is given twice.`);
    members.set(name, isJson ? parseJson(text, parameter) : copyText(text));
  }
  return Object.fromEntries(members);
}

/** V8 keeps the entire URL for a part of it, such as a document that is kept for long. */
export function copyText(part: string): string {
  return Buffer.from(part).toString();
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(`${what} is not JSON.`);
  }
}
