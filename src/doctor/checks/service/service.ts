import { isErrorBody } from "../../../registry-client/json-values.ts";
import type { FetchedResponse } from "../../calls/fetcher.ts";
import { describeBody, describeOutcome, isHtml, isRedirect } from "../../calls/outcome.ts";
import type { Conclusion } from "../../finding.ts";
import { type Asked, askList, firstRow, type Visit } from "../../visit.ts";
import { explainRefusal } from "./key.ts";

export async function checkService(
  visit: Visit,
): Promise<Conclusion | readonly Conclusion[] | undefined> {
  const asked = await askList(visit, "tag", firstRow);
  const { call, outcome, page } = asked;
  if (!outcome.isAnswered) return undefined;
  if (page) return reportService(visit, asked);
  // A redirect or a 404 may mean that only the path with a slash is served.
  if (isRedirect(outcome) || outcome.status === 404 || outcome.status === 405) {
    const other = await askList(visit, "tag", firstRow, { path: "/api/v1/tags/" });
    if (other.page) {
      visit.known.listEnd = "/";
      return reportService(visit, other);
    }
  }
  if (outcome.status === 200 && outcome.isXml) {
    const typeQuery = { type: "json" };
    const other = await askList(visit, "tag", { ...typeQuery, ...firstRow });
    if (other.page) {
      visit.known.typeQuery = typeQuery;
      const detail = "It answers XML unless it is asked for JSON explicitly.";
      const hint =
        "The gateway notices, and asks for JSON from then on (type=json). The first calls are made twice.";
      return [
        reportService(visit, other),
        { id: "xml-default", status: "warning", detail, hint, call },
      ];
    }
  }
  return { call, status: "error", ends: "cannot-work", ...(await explain(visit, outcome)) };
}

function reportService({ words }: Visit, { call, outcome }: Asked): Conclusion {
  const detail = "The registry lists tags and accepts the key.";
  const type = (outcome.isAnswered && outcome.headers["content-type"]) || "application/json";
  const [mediaType = ""] = type.split(";", 1);
  if (/json$/i.test(mediaType.trim())) return { status: "ok", detail, call };
  return {
    status: "warning",
    detail: `${detail} But it sends JSON as "${words.show(mediaType)}".`,
    hint: "The gateway reads the body anyway.",
    call,
  };
}

type Explanation = Pick<Conclusion, "detail" | "hint"> & Partial<Conclusion>;

async function explain(visit: Visit, response: FetchedResponse): Promise<Explanation> {
  const { status, headers } = response;
  if (isRedirect(response)) return explainRedirect(visit, headers["location"]);
  if (status === 401 || status === 403) return { id: "key", ...explainRefusal(visit, response) };
  if (status >= 500) {
    return {
      ends: "not-found-out",
      detail: `It answers ${status} to the first call.`,
      hint: "The registry, or something in front of it, has a problem. Try again later.",
    };
  }
  if (isHtml(response)) {
    return {
      detail: `A web page answers there (${status}), not the registry.`,
      hint: "REGISTRY_URL is the address before /api/v1. At a different address, a login page or a portal may answer.",
    };
  }
  if (status === 404) {
    return {
      detail: "It answers, but has no /api/v1/tags (404).",
      hint: "REGISTRY_URL is the address before /api/v1. Perhaps part of its path is missing, or there is too much of it. Some registries refuse a wrong key like this, so also check the key.",
    };
  }
  if (await isRefusal(visit, response)) {
    return { id: "key", certainty: "likely", ...explainRefusal(visit, response) };
  }
  return explainBody(visit, response);
}

/** Whether an unusual status, or 200 with an error, refuses the key: a wrong key gets the same. */
async function isRefusal(visit: Visit, response: FetchedResponse): Promise<boolean> {
  const isError = response.status !== 200 || isErrorBody(response.json);
  if (!isError || response.json === undefined) return false;
  const { outcome } = await askList(visit, "tag", firstRow, { key: "wrong" });
  return describeOutcome(outcome) === describeOutcome(response);
}

function explainRedirect({ baseUrl, words }: Visit, location: string | undefined): Explanation {
  const asked = `${baseUrl}/api/v1/tags`;
  if (location === undefined || !URL.canParse(location, asked)) {
    return {
      detail: "It redirects, but does not say where.",
      hint: "Ask the people who run the registry.",
    };
  }
  const { origin, protocol, pathname, searchParams } = new URL(location, asked);
  const isNear = origin === new URL(baseUrl).origin;
  const keepsKey = isNear && searchParams.has("key");
  const ends = keepsKey ? "not-found-out" : "cannot-work";
  // Only addresses of the web have an origin.
  const address = origin === "null" ? protocol : origin;
  const [, prefix] = /^(.*?)\/api\/v1\/tags\/?$/.exec(pathname) ?? [];
  if (prefix !== undefined && address + prefix !== baseUrl) {
    return {
      detail: `It redirects to another address: ${words.show(address + prefix, 200)}`,
      hint: isNear
        ? "The gateway follows that if it keeps the key, at twice the calls. Set REGISTRY_URL to that address, and start the doctor again."
        : "The gateway sends no key to another origin. Set REGISTRY_URL to that address if you know that it is right.",
      ends,
    };
  }
  if (keepsKey) {
    return {
      detail: `It redirects to ${words.show(pathname)} and keeps the key.`,
      hint: "The gateway follows such redirects, at twice the calls. The doctor does not, so it stops here. Ask the people who run the registry why its paths differ.",
      ends,
    };
  }
  return {
    detail: `It redirects to ${words.show((isNear ? "" : address) + pathname)}, perhaps for a login.`,
    hint: "A registry asks for a key, not for a login. Is REGISTRY_URL the registry's own address?",
  };
}

function explainBody({ words }: Visit, response: FetchedResponse): Explanation {
  const { json, status, isXml } = response;
  if (isXml) {
    return {
      detail: `It answers XML although JSON is the default (${status}), and does not send JSON for type=json either.`,
      hint: "The documentation does not show XML's layout, so the gateway reads only JSON. Ask the people who run the registry how to get it.",
    };
  }
  if (json === undefined || isErrorBody(json)) {
    return {
      detail: `Another service answers there, or the registry fails: ${describeOutcome(response)}.`,
      hint: 'A list is 200 with an array "tags". Is REGISTRY_URL the right address?',
    };
  }
  return {
    detail: `Another service answers there: JSON, but no list of tags (${status}, ${describeBody(words, json)}).`,
    hint: 'The registry\'s list has an array "tags". Is REGISTRY_URL the right address?',
  };
}
