import { isErrorBody } from "../../gateway/call/decode/json-values.ts";
import type { CallOutcome, FetchedResponse } from "./fetcher.ts";

/** Whether a response's body reports an error, whatever the status. */
export function isErrorResponse({ json }: FetchedResponse): boolean {
  return isErrorBody(json);
}

/** An outcome in words, such as `404` or `no response`. */
export function describeOutcome(outcome: CallOutcome): string {
  if (!outcome.isAnswered) return `no response (${outcome.code})`;
  if (outcome.status !== 200) return String(outcome.status);
  if (outcome.text === undefined) return "a body that is too long or damaged";
  if (outcome.json === undefined) return isHtml(outcome) ? "a web page" : "a body that is not JSON";
  return isErrorResponse(outcome) ? "200 with an error in the body" : "200";
}

export function isRedirect(outcome: CallOutcome): boolean {
  return outcome.isAnswered && [301, 302, 303, 307, 308].includes(outcome.status);
}

export function isTemporaryFailure(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** How the gateway deals with redirects. The doctor itself follows none. */
export const redirectHint =
  "The gateway follows one redirect, if it stays within the origin and keeps the key.";

/** Whether a response is XML, and not a web page. */
export function isXml({ json, text = "" }: FetchedResponse): boolean {
  return json === undefined && /^\s*<(?!html\b)(?:\?xml|[a-z_])/i.test(text);
}

export function isHtml({ headers, json, text = "" }: FetchedResponse): boolean {
  if (json !== undefined) return false;
  return (
    /^text\/html/i.test(headers["content-type"] ?? "") || /^\s*<(!doctype html|html)/i.test(text)
  );
}
