import { retrySoon, type WholeHttpResponse } from "../exchange/http-response.ts";
import type { RequestHead } from "../exchange/request-head.ts";
import { withNoStore } from "../pipeline/format/format-response.ts";
import { chooseMediaType, type MediaType } from "../pipeline/format/media-type.ts";

/** Why requests are turned away. */
export type TurnAwayReason = "requests" | "keys";

const messages = {
  requests: "The gateway has too much to do; try again later.",
  keys: "The gateway gets too many keys that the registry does not know; try again later.",
} as const;

const [json, graphqlJson] = [
  "application/json; charset=utf-8",
  "application/graphql-response+json; charset=utf-8",
] as const satisfies MediaType[];

/** Prepared in advance, because an overloaded process has little time for requests that it turns away. */
const responses = {
  requests: { [json]: prepare("requests", json), [graphqlJson]: prepare("requests", graphqlJson) },
  keys: { [json]: prepare("keys", json), [graphqlJson]: prepare("keys", graphqlJson) },
} as const;

/** The response to a request that is turned away unread. */
export function turnAway(
  { headers: { accept } }: RequestHead,
  reason: TurnAwayReason,
): WholeHttpResponse {
  const isGraphqlJson = typeof accept === "string" && chooseMediaType(accept) === graphqlJson;
  return responses[reason][isGraphqlJson ? graphqlJson : json];
}

function prepare(reason: TurnAwayReason, mediaType: MediaType): WholeHttpResponse {
  const extensions = { code: "OVERLOADED" };
  const body = JSON.stringify({ errors: [{ message: messages[reason], extensions }] });
  const headers = { "content-type": mediaType, ...retrySoon };
  return { ...withNoStore({ status: 503, headers, body }), isBatched: true };
}
