import type { KeyKind } from "../../connect/key.ts";
import { errorNotice, type Notice } from "./notice.ts";

export const tooLarge = [
  "The query is too large",
  "The gateway does not accept a request this long. Split it into several requests.",
] as const;

/** The codes whose notice says it all, so that the gateway's own message does not follow. */
export const selfExplanatory: ReadonlySet<string> = new Set([
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "REGISTRY_UNAVAILABLE",
  "REQUEST_DEADLINE",
]);

export const warningTitles: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ["PAGE_DRIFT", "The list changed while paging"],
  ["LINKS_NOT_CONFIGURED", "No links are configured"],
  ["UNKNOWN_IDENTIFIER", "The query names an unknown identifier"],
]);

const explanations: Readonly<Record<string, readonly [title: string, detail: string]>> = {
  FORBIDDEN: [
    "The registry refuses this key",
    "It may have been revoked, or it may be meant for something else.",
  ],
  REGISTRY_UNAVAILABLE: [
    "The registry does not answer",
    "The gateway is running, but the registry behind it is down or cannot be reached. Try again in a moment.",
  ],
  REGISTRY_TIMEOUT: [
    "The registry is too slow",
    "It did not answer in time. Ask for fewer records, or try again.",
  ],
  REGISTRY_BAD_RESPONSE: ["The registry sent an unexpected response", ""],
  REGISTRY_CALL_LIMIT: [
    "This query needs too many calls to the registry",
    "The page shows what was fetched. Ask for fewer records, or split the query.",
  ],
  REQUEST_DEADLINE: [
    "The query took too long",
    "The page shows what arrived in time. Ask for less in one request.",
  ],
  QUERY_TOO_COMPLEX: ["The query exceeds the gateway's limits", "Ask for less in one query."],
  OVERLOADED: ["The gateway is overloaded", "Try again in a moment."],
  PAYLOAD_TOO_LARGE: tooLarge,
  RESPONSE_TOO_LARGE: ["The response would be too large", "Ask for fewer records or fields."],
  SCAN_TOO_LARGE: ["The list is too long to be read in full", ""],
  BAD_REQUEST: ["The gateway refuses the request", ""],
  BAD_USER_INPUT: ["A value in the query is not valid", ""],
  GRAPHQL_PARSE_FAILED: ["The query has a syntax error", ""],
  GRAPHQL_VALIDATION_FAILED: ["The query does not fit the schema", ""],
  QUERY_NOT_IN_SAFELIST: ["This gateway runs registered queries only", ""],
  INTERNAL_SERVER_ERROR: ["The gateway failed", "Its log says why."],
};

export function explainCode(
  code: string,
  extensions: Readonly<Record<string, unknown>>,
  keyKind: KeyKind,
): Notice | undefined {
  if (code === "UNAUTHENTICATED") return explainUnknownKey(keyKind);
  if (code === "REGISTRY_RATE_LIMITED") return explainRateLimit(extensions);
  const known = Object.hasOwn(explanations, code) ? explanations[code] : undefined;
  return known && errorNotice(...known);
}

function explainUnknownKey(keyKind: KeyKind): Notice {
  switch (keyKind) {
    case "none":
      return errorNotice("A key is needed", "Enter your project's key in the box above.");
    case "no token":
      return errorNotice("A token is needed", "Enter your token in the box above.");
    case "token":
      return errorNotice(
        "This token is not accepted",
        "It may have ended or been revoked. The gateway's log says why.",
      );
    case "sample":
      return errorNotice(
        "The registry does not know the sample's key",
        "The gateway may use a different registry now. Reload the page.",
      );
    case "other":
      return errorNotice(
        "The registry does not know this key",
        "Check it for a missing or repeated character.",
      );
  }
}

function explainRateLimit({ retryAfter: seconds }: Readonly<Record<string, unknown>>): Notice {
  const wait =
    typeof seconds === "number" ? `Try again in ${seconds} s.` : "Try again in a moment.";
  return errorNotice("The registry asks for fewer calls", wait);
}
