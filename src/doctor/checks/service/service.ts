import { isJsonObject } from "../../../gateway/call/decode/json-values.ts";
import type { CheckCall } from "../../calls/check-call.ts";
import type { FetchedResponse } from "../../calls/fetcher.ts";
import {
  describeOutcome,
  isErrorResponse,
  isHtml,
  isRedirect,
  isXml,
} from "../../calls/outcome.ts";
import { type Conclusion, withholdSettings } from "../../finding.ts";
import { showWord, showWords } from "../../text.ts";
import { addKnown, type Check, createListCall, decodeListPage, type Visit } from "../../visit.ts";
import { explainRefusal } from "./key.ts";

/** Whether the response is a list of tags, as a registry sends it. Otherwise, no other check makes sense. */
export const serviceCheck: Check = {
  id: "service",
  asks: "Is it the registry, and does it accept the key?",
  async run(visit) {
    const call = createListCall(visit, "tag", { limit: 1, page: 1 });
    const outcome = await visit.calls.make(call);
    if (!outcome.isAnswered) return [];
    if (decodeListPage(outcome, "tag")) return [reportService(outcome, call)];
    const other = (await tryOtherPath(visit, outcome)) ?? (await tryJson(visit, outcome));
    if (other) return other;
    return [await explain(visit, outcome, call)];
  },
};

function reportService({ headers }: FetchedResponse, call: CheckCall): Conclusion {
  const detail = "The registry lists tags and accepts the key.";
  const type = (headers["content-type"] ?? "application/json").split(";", 1)[0] ?? "";
  if (/json$/i.test(type.trim())) return { status: "ok", detail, call };
  return {
    status: "warning",
    detail: `${detail} But it sends JSON as "${showWord(type)}".`,
    hint: "The gateway reads the body anyway.",
    call,
  };
}

/** Tries the path with a slash at the end: a redirect or a 404 may mean that the registry serves only that. */
async function tryOtherPath(
  visit: Visit,
  response: FetchedResponse,
): Promise<readonly Conclusion[] | undefined> {
  const { status, headers } = response;
  const isMoved = isRedirect(response) && leadsToSlash(headers["location"], visit);
  if (!isMoved && status !== 404 && status !== 405) return undefined;
  const learned = { listEnd: "/" } as const;
  const call = createListCall(addKnown(visit, learned), "tag", { limit: 1, page: 1 });
  const outcome = await visit.calls.make(call);
  if (!decodeListPage(outcome, "tag") || !outcome.isAnswered) return undefined;
  return [{ ...reportService(outcome, call), learned }];
}

/** Tries `type=json`: a registry may send JSON only on request. */
async function tryJson(
  visit: Visit,
  response: FetchedResponse,
): Promise<readonly Conclusion[] | undefined> {
  if (response.status !== 200 || !isXml(response)) return undefined;
  const learned = { typeQuery: { type: "json" } };
  const call = createListCall(addKnown(visit, learned), "tag", { limit: 1, page: 1 });
  const outcome = await visit.calls.make(call);
  if (!decodeListPage(outcome, "tag") || !outcome.isAnswered) return undefined;
  const xml: Conclusion = {
    id: "xml-default",
    status: "warning",
    detail: "It answers XML unless it is asked for JSON explicitly.",
    hint: "The gateway notices, and asks for JSON from then on (type=json). The first calls are made twice.",
    call: { ...call, query: { limit: "1", page: "1" } },
    learned,
  };
  return [reportService(outcome, call), xml];
}

function leadsToSlash(location: string | undefined, { baseUrl }: Visit): boolean {
  const target = resolve(location, baseUrl);
  const base = new URL(baseUrl);
  const path = `${base.pathname.replace(/\/$/, "")}/api/v1/tags/`;
  return target?.origin === base.origin && target.pathname === path;
}

function resolve(location: string | undefined, baseUrl: string): URL | undefined {
  const base = `${baseUrl}/api/v1/tags`;
  if (location === undefined || !URL.canParse(location, base)) return undefined;
  return new URL(location, base);
}

async function explain(
  visit: Visit,
  response: FetchedResponse,
  call: CheckCall,
): Promise<Conclusion> {
  const { status, headers } = response;
  const cannot = { status: "error", ends: "cannot-work", call } as const;
  if (isRedirect(response)) {
    const conclusion = { ...cannot, ...explainRedirect(visit, headers["location"]) };
    const isSame = await isRedirectedAlike(visit, conclusion.settings);
    return isSame ? conclusion : withholdSettings(conclusion, "the list of tags");
  }
  if (status === 401 || status === 403)
    return { ...cannot, id: "key", ...explainRefusal(visit, response) };
  if (status === 429 || status >= 500) {
    return {
      status: "error",
      ends: "not-found-out",
      call,
      detail: `It answers ${status} to the first call.`,
      hint: "The registry, or something in front of it, has a problem. Try again later.",
    };
  }
  if (isHtml(response)) {
    return {
      ...cannot,
      detail: `A web page answers there (${status}), not the registry.`,
      hint: "REGISTRY_URL is the address before /api/v1. At a different address, a login page or a portal may answer.",
    };
  }
  const refused = await findRefusal(visit, response);
  if (refused) return { ...cannot, id: "key", certainty: "likely", ...refused };
  if (status === 404) {
    return {
      ...cannot,
      detail: "It answers, but has no /api/v1/tags (404).",
      hint: "REGISTRY_URL is the address before /api/v1. Perhaps part of its path is missing, or there is too much of it. Some registries refuse a wrong key like this, so also check the key.",
    };
  }
  return { ...cannot, ...explainBody(response) };
}

async function isRedirectedAlike(visit: Visit, settings: Conclusion["settings"]): Promise<boolean> {
  const address = settings?.["REGISTRY_URL"];
  if (address === undefined) return true;
  const call = createListCall(visit, "terminal", { limit: 1, page: 1 });
  const outcome = await visit.calls.make(call);
  if (!outcome.isAnswered || !isRedirect(outcome)) return false;
  const target = resolve(outcome.headers["location"], visit.baseUrl);
  return target !== undefined && (target.origin + target.pathname).startsWith(`${address}/api/v1/`);
}

type RedirectExplanation = Pick<Conclusion, "detail" | "hint" | "settings" | "ends">;

function explainRedirect({ baseUrl }: Visit, location: string | undefined): RedirectExplanation {
  const target = resolve(location, baseUrl);
  if (target === undefined) {
    return {
      detail: "It redirects, but does not say where.",
      hint: "Ask the people who run the registry.",
    };
  }
  const base = new URL(baseUrl);
  const redirect = { target, base, isNear: target.origin === base.origin };
  return explainMove(redirect) ?? explainDetour(redirect) ?? explainLogin(redirect);
}

interface Redirect {
  readonly target: URL;
  readonly base: URL;
  /** Whether it stays within the origin. */
  readonly isNear: boolean;
}

/** Explains a redirect to the same path of another registry address; undefined for any other redirect. */
function explainMove({ target, base, isNear }: Redirect): RedirectExplanation | undefined {
  const [, prefix] = /^(.*?)\/api\/v1\/tags\/?$/.exec(target.pathname) ?? [];
  if (prefix === undefined) return undefined;
  const isSamePath = target.pathname === `${base.pathname.replace(/\/$/, "")}/api/v1/tags`;
  if (isNear && isSamePath) return undefined;
  const url = target.origin + prefix;
  return {
    detail: `It redirects to another address: ${url.length < 200 ? url : showWord(url)}`,
    hint: isNear
      ? "The gateway follows that if it keeps the key, at twice the calls. Set REGISTRY_URL to that address, and start the doctor again."
      : "The gateway sends no key to another origin. Set REGISTRY_URL to that address if you know that it is right.",
    settings: isHttp(target) && target.hostname === base.hostname ? { REGISTRY_URL: url } : {},
    ...(isNear && target.searchParams.has("key") && { ends: "not-found-out" }),
  };
}

function explainDetour({ target, isNear }: Redirect): RedirectExplanation | undefined {
  if (!isNear || !target.searchParams.has("key")) return undefined;
  return {
    detail: `It redirects to ${showWord(target.pathname)} and keeps the key.`,
    hint: "The gateway follows such redirects, at twice the calls. The doctor does not, so it stops here. Ask the people who run the registry why its paths differ.",
    ends: "not-found-out",
  };
}

function explainLogin({ target, isNear }: Redirect): RedirectExplanation {
  const origin = isHttp(target) ? target.origin : target.protocol;
  const where = isNear ? target.pathname : origin + target.pathname;
  return {
    detail: `It redirects to ${showWord(where)}, perhaps for a login.`,
    hint: "A registry asks for a key, not for a login. Is REGISTRY_URL the registry's own address?",
  };
}

function isHttp({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}

/**
 * Why the key was refused; undefined if it was not. A registry may refuse a key with an unusual status, or with 200 and an error.
 * It has done so if a wrong key gets the same response.
 */
async function findRefusal(
  visit: Visit,
  response: FetchedResponse,
): Promise<Pick<Conclusion, "detail" | "hint"> | undefined> {
  if (response.status === 200 && !isErrorResponse(response)) return undefined;
  const call = { ...createListCall(visit, "tag", { limit: 1, page: 1 }), key: "wrong" } as const;
  const other = await visit.calls.make(call);
  const isSame =
    other.isAnswered && other.status === response.status && response.json !== undefined;
  if (!isSame || !haveSameShape(response, other)) return undefined;
  if (response.status === 404) return undefined;
  return explainRefusal(visit, response);
}

/** Compares two bodies without their strings, because the message of an error may repeat the call. */
function haveSameShape(one: FetchedResponse, other: FetchedResponse): boolean {
  return JSON.stringify(withoutStrings(one.json)) === JSON.stringify(withoutStrings(other.json));
}

/** A value with its strings emptied, and cut at a depth that no error has, because a value that is nested very deeply cannot be written as JSON. */
function withoutStrings(value: unknown, depth = 0): unknown {
  if (depth > 20) return null;
  if (typeof value === "string") return "";
  if (Array.isArray(value)) return value.map((part) => withoutStrings(part, depth + 1));
  if (!isJsonObject(value)) return value;
  return Object.entries(value).map(([name, part]) => [name, withoutStrings(part, depth + 1)]);
}

function explainBody(response: FetchedResponse): Pick<Conclusion, "detail" | "hint"> {
  const { json, status } = response;
  if (isJsonObject(json) && !isErrorResponse(response)) {
    const names = Object.keys(json);
    const has = names.length === 0 ? "an empty object" : `an object with ${showWords(names)}`;
    return {
      detail: `Another service answers there: JSON, but no list of tags (${status}, ${has}).`,
      hint: 'The registry\'s list has an array "tags". Is REGISTRY_URL the right address?',
    };
  }
  if (isXml(response)) {
    return {
      detail: `It answers XML although JSON is the default (${status}), and does not send JSON for type=json either.`,
      hint: "The documentation does not show XML's layout, so the gateway reads only JSON. Ask the people who run the registry how to get it.",
    };
  }
  return {
    detail: `Another service answers there, or the registry fails: ${describeOutcome(response)}.`,
    hint: 'A list is 200 with an array "tags". Is REGISTRY_URL the right address?',
  };
}
