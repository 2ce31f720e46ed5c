import type { Accepted } from "../format/accept.ts";
import type { PersistedOperations } from "../persisted/persisted-operations.ts";
import type { GraphqlRequest } from "./graphql-request.ts";
import { type Members, type OperationRequest, readMembers, toOperationRequest } from "./members.ts";

export interface ParsedRequest extends Accepted {
  /** The members as they were sent; null if this is not a GraphQL request. */
  readonly sentMembers: Members | null;
  /** The same members, with the document of a persisted operation in place of its id. */
  readonly members: Members | null;
  /** What to execute; null if a member is missing or of the wrong type. */
  readonly operationRequest: OperationRequest | null;
}

/**
 * Reads the parameters of a request, and looks up its document if it is a persisted operation.
 * @throws RefusedError if the parameters cannot be read, or name a document that is not known or not allowed.
 */
export function readRequest(
  request: GraphqlRequest,
  accepted: Accepted,
  persisted: PersistedOperations,
): ParsedRequest {
  const sentMembers = readMembers(request);
  const members = sentMembers && persisted.expand(sentMembers, request.bearer);
  const operationRequest = members && toOperationRequest(members);
  return { sentMembers, members, operationRequest, ...accepted };
}
