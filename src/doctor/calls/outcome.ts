import { redirectStatuses } from "../../registry-client/failure.ts";
import { isErrorBody, isJsonObject } from "../../registry-client/json-values.ts";
import type { Words } from "../words.ts";
import type { CallOutcome, FetchedResponse } from "./fetcher.ts";

export function describeOutcome(outcome: CallOutcome): string {
  if (!outcome.isAnswered) return `no response (${outcome.code})`;
  if (outcome.status !== 200) return String(outcome.status);
  if (outcome.text === undefined) return "a body that is too long or damaged";
  if (outcome.json === undefined) return isHtml(outcome) ? "a web page" : "a body that is not JSON";
  return isErrorBody(outcome.json) ? "200 with an error in the body" : "200";
}

export function hasStatus(outcome: CallOutcome | undefined, ...statuses: number[]): boolean {
  return outcome?.isAnswered === true && statuses.includes(outcome.status);
}

export function isRedirect(outcome: CallOutcome): boolean {
  return hasStatus(outcome, ...redirectStatuses);
}

export const redirectHint =
  "The gateway follows one redirect, if it stays within the origin and keeps the key.";

export function isHtml({ headers, json }: FetchedResponse): boolean {
  return json === undefined && /^text\/html/i.test(headers["content-type"] ?? "");
}

export function describeBody(words: Words, json: unknown): string {
  if (Array.isArray(json)) return "a bare array";
  if (!isJsonObject(json)) return "not an object";
  const names = Object.keys(json);
  return names.length === 0 ? "an empty object" : `an object with ${words.list(names)}`;
}
