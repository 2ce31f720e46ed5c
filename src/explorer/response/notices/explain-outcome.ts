import type { GraphQLResponse, ResponseBody } from "./graphql-over-http.ts";
import { isObject } from "./json.ts";

/** Something to tell the user about a response, in words. */
export interface Notice {
  readonly tone: "error" | "warning";
  readonly title: string;
  readonly detail: string;
}

/** What the request was sent with. */
interface KeySituation {
  readonly hasKey: boolean;
  readonly isSampleKey: boolean;
}

/** Explains a response: a notice for each error code, in the order of the errors, then the warnings. Empty if all went well. */
export function explainResponse(
  response: GraphQLResponse,
  situation: KeySituation,
): readonly Notice[] {
  if (response.kind === "unreachable") {
    return [
      error(
        "The gateway cannot be reached",
        "It may have stopped, or the network may be down. Start it, and run the query again.",
      ),
    ];
  }
  if (response.body === undefined) return [explainForeignResponse(response.status)];
  return explainResponseBody(response.body, situation);
}

/** Explains a body alone, such as that of an event. */
export function explainResponseBody(
  body: ResponseBody,
  situation: KeySituation,
): readonly Notice[] {
  return [...explainErrors(body, situation), ...explainWarnings(body)];
}

function explainForeignResponse(status: number): Notice {
  if (status === 413) return error(...tooLarge);
  return error(
    `Response ${status} is not GraphQL`,
    "The response is not JSON. A proxy in front of the gateway may have answered in its place.",
  );
}

interface ResponseError {
  readonly message: string;
  readonly code: string;
  readonly path: string;
  readonly extensions: Readonly<Record<string, unknown>>;
}

function explainErrors(body: ResponseBody, situation: KeySituation): readonly Notice[] {
  const errors = Array.isArray(body.errors) ? body.errors.map(readError) : [];
  const groups = Map.groupBy(errors, ({ code }) => code);
  return [...groups].flatMap(([code, group]) => {
    const [first] = group;
    if (first === undefined) return [];
    const notice = explain(code, first.extensions, situation) ?? explainByMessage(first);
    const messages = notice.title === first.message ? [] : listMessages(code, group);
    const detail = [notice.detail, ...messages, listPaths(group)].filter(Boolean).join(" ");
    return [{ ...notice, detail }];
  });
}

function readError(value: unknown): ResponseError {
  const { message, path, extensions } = isObject(value) ? value : {};
  const details = isObject(extensions) ? extensions : {};
  return {
    message: typeof message === "string" ? message : "An error without a message",
    code: typeof details["code"] === "string" ? details["code"] : "",
    path: Array.isArray(path) ? path.join(".") : "",
    extensions: details,
  };
}

/** The gateway's own messages; none if the notice already says it all. */
function listMessages(code: string, errors: readonly ResponseError[]): readonly string[] {
  if (selfExplanatory.has(code)) return [];
  const messages = [...new Set(errors.map(({ message }) => message))];
  const shown = messages
    .slice(0, 3)
    .map((message) => (/[.!?]$/.test(message) ? message : `${message}.`));
  if (messages.length > 3) shown.push(`And ${messages.length - 3} more.`);
  return shown;
}

const selfExplanatory = new Set([
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "REGISTRY_UNAVAILABLE",
  "REQUEST_DEADLINE",
]);

/** Which fields are missing because of the errors. */
function listPaths(errors: readonly ResponseError[]): string {
  const paths = [...new Set(errors.map(({ path }) => path).filter(Boolean))];
  if (paths.length === 0) return "";
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : "";
  return `Missing as a result: ${paths.slice(0, 3).join(", ")}${more}.`;
}

/** Also for status 413 without a body that can be read, because a proxy that refuses a long request does not send GraphQL. */
const tooLarge = [
  "The query is too large",
  "The gateway does not accept a request this long. Ask in several steps.",
] as const;

/** The title and the detail for an error code. The gateway's own messages follow. Without an entry, the message is the title. */
const explanations: Readonly<Record<string, readonly [title: string, detail: string]>> = {
  FORBIDDEN: [
    "The registry refuses this key",
    "It may have been revoked, or be meant for something else.",
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
    "This query costs too many calls",
    "The page shows what was fetched. Ask for fewer records, or in several steps.",
  ],
  REQUEST_DEADLINE: [
    "The query took too long",
    "The page shows what arrived in time. Ask for less in one request.",
  ],
  QUERY_TOO_COMPLEX: ["The query exceeds the gateway's limits", "Ask for less in one query."],
  OVERLOADED: ["The gateway is overloaded", "Try again in a moment."],
  PAYLOAD_TOO_LARGE: tooLarge,
  SCAN_TOO_LARGE: ["The list is too long to be read in full", ""],
  BAD_REQUEST: ["The gateway refuses the request", ""],
  BAD_USER_INPUT: ["The gateway cannot use a value", ""],
  GRAPHQL_PARSE_FAILED: ["The query has a mistake in its syntax", ""],
  GRAPHQL_VALIDATION_FAILED: ["The query does not fit the schema", ""],
  QUERY_NOT_IN_SAFELIST: ["This gateway runs registered queries only", ""],
  INTERNAL_SERVER_ERROR: ["The gateway failed", "Its log says why."],
};

function explain(
  code: string,
  extensions: Readonly<Record<string, unknown>>,
  situation: KeySituation,
): Notice | undefined {
  if (code === "UNAUTHENTICATED") return explainUnknownKey(situation);
  if (code === "REGISTRY_RATE_LIMITED") return explainRateLimit(extensions);
  const known = Object.hasOwn(explanations, code) ? explanations[code] : undefined;
  return known && error(...known);
}

function explainByMessage({ message, code }: ResponseError): Notice {
  return error(message, code && `Its code is ${code}.`);
}

function explainUnknownKey({ hasKey, isSampleKey }: KeySituation): Notice {
  if (!hasKey) return error("A key is needed", "Enter your project's key in the box above.");
  if (isSampleKey) {
    return error(
      "The registry does not know the sample's key",
      "The gateway may now have another registry. Reload the page.",
    );
  }
  return error(
    "The registry does not know this key",
    "Check it for a missing or repeated character.",
  );
}

function explainRateLimit({ retryAfter: seconds }: Readonly<Record<string, unknown>>): Notice {
  const wait =
    typeof seconds === "number" ? `Try again in ${seconds} s.` : "Try again in a moment.";
  return error("The registry asks for fewer requests", wait);
}

function explainWarnings({ extensions }: ResponseBody): readonly Notice[] {
  const warnings = isObject(extensions) ? extensions["warnings"] : undefined;
  if (!Array.isArray(warnings)) return [];
  return warnings.filter(isObject).map(({ code, message }) => {
    const text = typeof message === "string" ? message : "A warning without a message";
    const title = warningTitles.get(code);
    return title === undefined ? warning(text, "") : warning(title, text);
  });
}

/** The title for a warning code. Without an entry, the message is the title. */
const warningTitles = new Map<unknown, string>([
  ["PAGE_DRIFT", "The list changed while paging"],
  ["LINKS_NOT_CONFIGURED", "No links are configured"],
  ["UNKNOWN_IDENTIFIER", "The query names an unknown field"],
]);

function error(title: string, detail: string): Notice {
  return { tone: "error", title, detail };
}

function warning(title: string, detail: string): Notice {
  return { tone: "warning", title, detail };
}
