import {
  graphqlMediaType,
  jsonMediaType,
  type MediaType,
  readAccepted,
} from "../../answer/format/accept.ts";
import { withNoStore } from "../../answer/format/format-response.ts";
import { overloadMessage, retrySoon, type WholeHttpResponse } from "../../answer/http-response.ts";
import type { RequestHead } from "../../answer/request-head.ts";

export type TurnAwayReason = "overload" | "keyFlood";

const messages = {
  overload: overloadMessage,
  keyFlood: "The gateway is receiving too many unknown keys; try again later.",
} as const;

/** Created in advance, because an overloaded process has little time for requests that it turns away. */
const responses = { overload: createAll("overload"), keyFlood: createAll("keyFlood") } as const;

/** The response to a request that is turned away unread. */
export function turnAway(
  { headers: { accept } }: RequestHead,
  reason: TurnAwayReason,
): WholeHttpResponse {
  const mediaType = typeof accept === "string" ? readAccepted(accept).mediaType : null;
  return responses[reason][mediaType === graphqlMediaType ? graphqlMediaType : jsonMediaType];
}

function createAll(reason: TurnAwayReason) {
  return {
    [jsonMediaType]: create(reason, jsonMediaType),
    [graphqlMediaType]: create(reason, graphqlMediaType),
  };
}

function create(reason: TurnAwayReason, mediaType: MediaType): WholeHttpResponse {
  const extensions = { code: "OVERLOADED" };
  const body = JSON.stringify({ errors: [{ message: messages[reason], extensions }] });
  const headers = { "content-type": mediaType, ...retrySoon };
  return { ...withNoStore({ status: 503, headers, body }), isBatched: true };
}
