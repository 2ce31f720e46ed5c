import {
  graphqlMediaType,
  jsonMediaType,
  type MediaType,
  readAccepted,
} from "../../answer/format/accept.ts";
import { withNoStore } from "../../answer/format/format-response.ts";
import { overloadMessage, retrySoon, type WholeHttpResponse } from "../../answer/http-response.ts";
import type { RequestHead } from "../../answer/request-head.ts";

/** Created in advance: an overloaded process has little time for requests that it turns away. */
const responses = {
  [jsonMediaType]: create(jsonMediaType),
  [graphqlMediaType]: create(graphqlMediaType),
};

/** The response to a request that is turned away unread. */
export function turnAway({ headers: { accept } }: RequestHead): WholeHttpResponse {
  const mediaType = typeof accept === "string" ? readAccepted(accept).mediaType : null;
  return responses[mediaType === graphqlMediaType ? graphqlMediaType : jsonMediaType];
}

function create(mediaType: MediaType): WholeHttpResponse {
  const extensions = { code: "OVERLOADED" };
  const body = JSON.stringify({ errors: [{ message: overloadMessage, extensions }] });
  return withNoStore({ status: 503, headers: { "content-type": mediaType, ...retrySoon }, body });
}
