import { CombinedGraphQLErrors, ServerError, ServerParseError } from "@apollo/client/errors";

/** A failure for the user: what happened, and what can be done about it. */
export interface Explanation {
  readonly title: string;
  readonly advice: string;
}

type Extensions = Readonly<Record<string, unknown>>;

/** An error with the `extensions` of a GraphQL error, such as that of one field, thrown when the field is read. */
export class FieldError extends Error {
  override readonly name = "FieldError";
  readonly path: readonly (string | number)[] | undefined;
  readonly extensions: Extensions;

  constructor(message: string, path: FieldError["path"], extensions: Extensions) {
    super(message);
    this.path = path;
    this.extensions = extensions;
  }
}

/** The `extensions.code` of a failure, or of its first error if it has several; undefined if the gateway sent none. */
export function readCode(error: unknown): string | undefined {
  const { code } = readExtensions(error);
  return typeof code === "string" ? code : undefined;
}

/** Whether the token was refused or missing. `FORBIDDEN` does not count, because such a token can be allowed to read other things. */
export function isRefusal(error: unknown): boolean {
  return readCode(error) === "UNAUTHENTICATED";
}

/** Whether no response came back: there is no network, or no gateway. */
export function isUnreachable(error: unknown): boolean {
  return readCode(error) === undefined && isFromNetwork(error);
}

/** Whether the registry or the gateway cannot answer for now, so that trying again later can help. */
export function isOutage(error: unknown): boolean {
  if (error === undefined) return false;
  const code = readCode(error);
  if (code === undefined) return isUnreachable(error);
  return /^(REGISTRY_(UNAVAILABLE|TIMEOUT|RATE_LIMITED|BAD_RESPONSE)|REQUEST_DEADLINE|LIST_INCOMPLETE)$/.test(
    code,
  );
}

/** Whether nothing can be said about a whole list, because it could not be read whole. */
export function isOfIncompleteList(error: unknown): boolean {
  return typeof readExtensions(error)["list"] === "string";
}

/** Explains a failure to the user. */
export function explainFailure(error: unknown): Explanation {
  const extensions = readExtensions(error);
  const code = readCode(error) ?? "";
  const explain = Object.hasOwn(explanations, code) ? explanations[code] : undefined;
  if (explain) return explain(extensions);
  if (!isFromNetwork(error)) return explainUnknown(error);
  return navigator.onLine ? unreachable : offline;
}

const offline: Explanation = {
  title: "You are offline",
  advice: "This page continues by itself as soon as you are online again.",
};

const unreachable: Explanation = {
  title: "The gateway cannot be reached",
  advice: "It may be restarting. Try again in a moment.",
};

const later = "Try again in a moment.";

const explanations: Readonly<Record<string, (extensions: Extensions) => Explanation>> = {
  UNAUTHENTICATED: () => ({
    title: "This token is not accepted",
    advice:
      "Check that you copied all of it. It may also have ended, or been revoked: ask for another.",
  }),
  FORBIDDEN: () => ({
    title: "This token is not allowed to read this",
    advice: "Ask whoever gave it to you for one that is.",
  }),
  BAD_USER_INPUT: () => ({
    title: "This address is not valid",
    advice: "It may have been cut short, or belong to a list in another order.",
  }),
  REGISTRY_RATE_LIMITED: ({ retryAfter }) => ({
    title: "The registry asks for fewer calls",
    advice: `Try again in ${formatSeconds(retryAfter)}.`,
  }),
  REGISTRY_TIMEOUT: () => ({ title: "The registry takes too long to answer", advice: later }),
  REGISTRY_UNAVAILABLE: () => ({ title: "The registry cannot be reached", advice: later }),
  REGISTRY_BAD_RESPONSE: () => ({
    title: "The registry sent a response that cannot be read",
    advice: "The gateway's log has the details.",
  }),
  REGISTRY_CALL_LIMIT: () => ({
    title: "This takes more calls to the registry than are allowed",
    advice: "Ask for less in one request.",
  }),
  SCAN_TOO_LARGE: ({ records }) => ({
    title: "The list is too long to be searched",
    advice:
      typeof records === "number"
        ? `It has ${records.toLocaleString("en")} records; the gateway's MAX_SCAN_RECORDS is lower.`
        : "The gateway's MAX_SCAN_RECORDS is lower than its length.",
  }),
  REQUEST_DEADLINE: () => ({
    title: "This took too long",
    advice: "The list is still being read. Try again in a moment.",
  }),
  QUERY_TOO_COMPLEX: () => ({
    title: "This is more than the gateway answers in one request",
    advice: "Remove some of the filters.",
  }),
  PAYLOAD_TOO_LARGE: () => ({
    title: "This is more than the gateway reads in one request",
    advice: "Remove some of the filters, or shorten the search.",
  }),
  OVERLOADED: () => ({ title: "The gateway is overloaded", advice: later }),
  GRAPHQL_VALIDATION_FAILED: () => ({
    title: "This application does not match the gateway",
    advice: "One of them is out of date. Reload the page, or inform the administrator.",
  }),
  INTERNAL_SERVER_ERROR: () => ({
    title: "Something went wrong in the gateway",
    advice: "Its log says what. Try again in a moment.",
  }),
};

function explainUnknown(error: unknown): Explanation {
  const message = error instanceof Error ? error.message : String(error);
  return { title: "Something went wrong", advice: message };
}

/** Whether the network or a proxy failed, rather than the gateway or the application itself. */
function isFromNetwork(error: unknown): boolean {
  if (error instanceof FieldError || CombinedGraphQLErrors.is(error)) return false;
  return ServerError.is(error) || ServerParseError.is(error) || isFetchFailure(error);
}

/** `fetch` rejects with a TypeError in every browser, but with a different message in each. */
function isFetchFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === "AbortError" ||
    error.name === "TimeoutError" ||
    (error.name === "TypeError" && /fetch|network|load failed/i.test(error.message))
  );
}

function readExtensions(error: unknown): Extensions {
  if (error instanceof FieldError) return error.extensions;
  if (CombinedGraphQLErrors.is(error)) return error.errors[0]?.extensions ?? {};
  // A response with a status of 400 or more can still contain GraphQL errors.
  if (ServerError.is(error)) return readBody(error.bodyText);
  return {};
}

function readBody(text: string): Extensions {
  try {
    return JSON.parse(text).errors[0].extensions ?? {};
  } catch {
    return {};
  }
}

function formatSeconds(seconds: unknown): string {
  if (typeof seconds !== "number" || seconds < 1) return "a moment";
  const minutes = Math.ceil(seconds / 60);
  return seconds <= 90 ? `${Math.ceil(seconds)} seconds` : `${minutes} minutes`;
}
