import { isErrorBody } from "../../../registry-client/json-values.ts";
import { readFailure } from "../../calls/calls.ts";
import type { FetchedResponse } from "../../calls/fetcher.ts";
import { describeOutcome, isHtml } from "../../calls/outcome.ts";
import { type Conclusion, withholdSettings } from "../../finding.ts";
import { askList, firstRow, type ListPage, type Visit } from "../../visit.ts";

export function explainRefusal(
  { key }: Visit,
  response: FetchedResponse,
): { readonly detail: string; readonly hint: string } {
  const detail = `The registry refuses the key (${describeOutcome(response)}).`;
  return { detail, hint: guessReason(key, response) };
}

/** Why the key may be refused. It reveals only which kinds of characters the key has. */
function guessReason(key: string, response: FetchedResponse): string {
  if (/^basic/i.test(response.headers["www-authenticate"] ?? "")) {
    return "It asks for a user name and a password. Something in front of the registry wants a login that the gateway does not have.";
  }
  if (isHtml(response)) {
    return "The refusal is a web page. Perhaps a firewall or a login in front of the registry keeps this machine out.";
  }
  return mistakes.find(([pattern]) => pattern.test(key))?.[1] ?? "";
}

const mistakes: readonly (readonly [key: RegExp, hint: string])[] = [
  [
    /^(["']).*\1$/s,
    "The key is in quotes, which count as part of it: did a shell or a file leave them there?",
  ],
  [/\s/, "The key contains spaces or line breaks. Was it copied completely, and nothing else?"],
  [
    /%[0-9a-f]{2}/i,
    "The key looks percent-encoded, as if it was copied from an address. Decode it first: tapgraph encodes it itself.",
  ],
  [/[^ -~]/, "The key contains characters beyond ASCII. Was it copied from a document?"],
  [
    /^/,
    "Is it a key of this registry, complete, and not revoked? A shell or an .env file cuts it at #, $ or quotes unless it is in single quotes.",
  ],
];

export async function checkWrongKey(visit: Visit): Promise<Conclusion> {
  const { call, outcome, page } = await askList(visit, "tag", firstRow, { key: "wrong" });
  if (!outcome.isAnswered) {
    const detail = "A wrong key gets no response.";
    return { status: "warning", detail, certainty: "unknown", call };
  }
  const conclusion = { call, ...judgeWrongKey(outcome, page) };
  if (conclusion.settings === undefined) return conclusion;
  const again = await askList(visit, "terminal", firstRow, { key: "wrong" });
  const isSame = describeOutcome(again.outcome) === describeOutcome(outcome);
  return isSame ? conclusion : withholdSettings(conclusion, "the list of tags");
}

function judgeWrongKey(response: FetchedResponse, page: ListPage | undefined): Conclusion {
  const { status, json } = response;
  const detail = `A wrong key gets ${describeOutcome(response)}.`;
  if (status === 403) return { status: "ok", detail, hint: "Callers see FORBIDDEN." };
  if (status === 401) return { status: "ok", detail, hint: "Callers see UNAUTHENTICATED." };
  if (page && page.rows.length > 0) {
    const hint =
      "Anyone who reaches the registry can read it, and the gateway can keep nobody out. Ask the people who run it.";
    return { status: "warning", detail: "A wrong key also gets the records.", hint };
  }
  if (page) {
    const hint =
      "Callers with a wrong key see an empty project instead of an error: nothing tells the two apart.";
    return { status: "warning", detail: "A wrong key gets an empty list.", hint };
  }
  // The right key gets a page for this call. With one of these statuses, the wrong key was refused.
  const isRefusal =
    status === 200 ? isErrorBody(json) : status >= 300 && status < 500 && status !== 429;
  if (isRefusal) {
    const hint = "With REGISTRY_BAD_KEY_STATUS callers see UNAUTHENTICATED.";
    const settings = { REGISTRY_BAD_KEY_STATUS: `401,403,${status}` };
    return { status: "warning", detail, hint, settings };
  }
  const hint = `Lists fail for such a caller with ${readFailure(response).code} instead of UNAUTHENTICATED: a registry in trouble answers the same, and no setting can tell the two apart.`;
  return { status: "warning", detail, hint };
}

export async function checkNoKey(visit: Visit): Promise<Conclusion> {
  const { call, outcome, page } = await askList(visit, "tag", firstRow, { key: "none" });
  if (page && page.rows.length > 0) {
    const hint =
      "The registry is open to everyone who can reach it. The gateway still requires a key.";
    const detail = "A call without a key also gets the records.";
    return { status: "warning", detail, hint, call };
  }
  const isRefused = !outcome.isAnswered || outcome.status !== 200 || isErrorBody(outcome.json);
  const hint = "The gateway makes no calls without a key. Callers without one see UNAUTHENTICATED.";
  const detail = `A call without a key gets ${describeOutcome(outcome)}.`;
  return { status: isRefused ? "ok" : "warning", detail, hint, call };
}
