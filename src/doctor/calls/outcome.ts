import { isErrorBody } from "../../upstream/answers/decode.ts";
import type { Answer, Silence } from "./fetcher.ts";

/** Whether an answer's body reports an error. Its status may report none. */
export function isErrorAnswer({ json }: Answer): boolean {
  return isErrorBody(json);
}

/** An outcome in words, such as `404` or `no answer`. */
export function describeOutcome(outcome: Answer | Silence): string {
  if (!outcome.isHeard) return `no answer (${outcome.code})`;
  if (outcome.status !== 200) return String(outcome.status);
  if (outcome.text === undefined) return "a body that is too long or damaged";
  if (outcome.json === undefined) return isHtml(outcome) ? "a web page" : "a body that is not JSON";
  return isErrorAnswer(outcome) ? "200 with an error in the body" : "200";
}

/** Whether an answer is a redirect. */
export function isRedirect(outcome: Answer | Silence): boolean {
  return outcome.isHeard && [301, 302, 303, 307, 308].includes(outcome.status);
}

/** How the gateway deals with redirects. The doctor itself follows none. */
export const redirectHint =
  "The gateway follows one redirect, if it stays within the origin and keeps the key.";

/** Whether an answer is XML, and not a web page. */
export function isXml({ json, text = "" }: Answer): boolean {
  return json === undefined && /^\s*<(?!html\b)(?:\?xml|[a-z_])/i.test(text);
}

/** Whether an answer is a web page. */
export function isHtml({ headers, json, text = "" }: Answer): boolean {
  if (json !== undefined) return false;
  return (
    /^text\/html/i.test(headers["content-type"] ?? "") || /^\s*<(!doctype html|html)/i.test(text)
  );
}
