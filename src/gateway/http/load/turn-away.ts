import { jsonMediaType, overloadMessage, retrySoon } from "../../answer/refusals.ts";
import type { HttpRequest } from "../request/http-request.ts";
import { graphqlMediaType } from "../response/accept.ts";
import { withNoStore } from "../response/format-response.ts";
import type { WholeHttpResponse } from "../response/http-response.ts";

/** Created in advance: an overloaded process has little time for requests that it turns away. */
const responses = {
  [jsonMediaType]: create(jsonMediaType),
  [graphqlMediaType]: create(graphqlMediaType),
};

/** The response to a request that is turned away unread. */
export function turnAway({ accepted: { mediaType } }: HttpRequest): WholeHttpResponse {
  return responses[mediaType === graphqlMediaType ? graphqlMediaType : jsonMediaType];
}

function create(mediaType: string): WholeHttpResponse {
  const extensions = { code: "OVERLOADED" };
  const body = JSON.stringify({ errors: [{ message: overloadMessage, extensions }] });
  return withNoStore({ status: 503, headers: { "content-type": mediaType, ...retrySoon }, body });
}
