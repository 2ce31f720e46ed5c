import type { CheckCall } from "../../calls/check-call.ts";
import type { FetchedResponse } from "../../calls/fetcher.ts";
import { describeOutcome, isErrorResponse, isHtml } from "../../calls/outcome.ts";
import { type Conclusion, withholdSettings } from "../../finding.ts";
import { type Check, createListCall, decodeListPage, type Visit } from "../../visit.ts";

/** Why the key may have been refused. The explanation reveals only which kinds of characters the key has. */
export function explainRefusal(
  { key }: Visit,
  response: FetchedResponse,
): Pick<Conclusion, "detail" | "hint"> {
  const { headers } = response;
  const detail = `The registry refuses the key (${describeOutcome(response)}).`;
  if (/^basic/i.test(headers["www-authenticate"] ?? "")) {
    const hint =
      "It asks for a user name and a password. Something in front of the registry wants a login that the gateway does not have.";
    return { detail, hint };
  }
  if (isHtml(response)) {
    const hint =
      "The refusal is a web page. Perhaps a firewall or a login in front of the registry keeps this machine out.";
    return { detail, hint };
  }
  return {
    detail,
    hint:
      guessMistake(key) ??
      "Is it a key of this registry, complete, and not revoked? A shell or an .env file cuts it at #, $ or quotes unless it is in single quotes.",
  };
}

function guessMistake(key: string): string | undefined {
  if (/^(["']).*\1$/s.test(key)) {
    return "The key is in quotes, which count as part of it: did a shell or a file leave them there?";
  }
  if (/\s/.test(key))
    return "The key contains spaces or line breaks. Was it copied completely, and nothing else?";
  if (/%[0-9a-f]{2}/i.test(key)) {
    return "The key looks percent-encoded, as if it was copied from an address. Decode it first: tapgraph encodes it itself.";
  }
  if (/[^ -~]/.test(key))
    return "The key contains characters beyond ASCII. Was it copied from a document?";
  return undefined;
}

export const wrongKeyCheck: Check = {
  id: "wrong-key",
  asks: "What does a wrong key get?",
  async run(visit) {
    const call = {
      ...createListCall(visit, "tag", { limit: 1, page: 1 }),
      key: "wrong",
    } as const;
    const outcome = await visit.calls.make(call);
    if (!outcome.isAnswered) {
      const detail = "A wrong key gets no response.";
      return [{ status: "warning", detail, certainty: "unknown", call }];
    }
    const conclusion = judgeWrongKey(outcome, call);
    if (conclusion.settings === undefined) return [conclusion];
    const again = await visit.calls.make({
      ...createListCall(visit, "terminal", { limit: 1, page: 1 }),
      key: "wrong",
    });
    const isSame = again.isAnswered && describeOutcome(again) === describeOutcome(outcome);
    return [isSame ? conclusion : withholdSettings(conclusion, "the list of tags")];
  },
};

function judgeWrongKey(response: FetchedResponse, call: CheckCall): Conclusion {
  const { status } = response;
  const detail = `A wrong key gets ${describeOutcome(response)}.`;
  if (status === 403) {
    return { status: "ok", detail, hint: "Callers see FORBIDDEN.", call };
  }
  if (status === 401) {
    return { status: "ok", detail, hint: "Callers see UNAUTHENTICATED.", call };
  }
  const page = decodeListPage(response, "tag");
  if (page && page.rows.length > 0) {
    const hint =
      "Anyone who reaches the registry can read it, and the gateway can keep nobody out. Ask the people who run it.";
    return { status: "warning", detail: "A wrong key also gets the records.", hint, call };
  }
  if (page) {
    const hint =
      "Callers with a wrong key see an empty project instead of an error: nothing tells the two apart.";
    return { status: "warning", detail: "A wrong key gets an empty list.", hint, call };
  }
  // The right key gets a page for this call. With one of these statuses, the wrong key was refused.
  const isRefusal =
    status === 200 ? isErrorResponse(response) : status >= 300 && status < 500 && status !== 429;
  if (!isRefusal) return explainAmbiguousStatus(response, detail, call);
  return {
    status: "warning",
    detail,
    hint: "With REGISTRY_BAD_KEY_STATUS callers see UNAUTHENTICATED.",
    settings: { REGISTRY_BAD_KEY_STATUS: `401,403,${status}` },
    call,
  };
}

function explainAmbiguousStatus(
  { status }: FetchedResponse,
  detail: string,
  call: CheckCall,
): Conclusion {
  const hint = `Lists fail for such a caller with ${codeFor(status)} instead of UNAUTHENTICATED: a registry in trouble answers the same, and no setting can tell the two apart.`;
  return { status: "warning", detail, hint, call };
}

function codeFor(status: number): string {
  if (status === 429) return "REGISTRY_RATE_LIMITED";
  return status >= 500 ? "REGISTRY_UNAVAILABLE" : "REGISTRY_BAD_RESPONSE";
}

export const noKeyCheck: Check = {
  id: "no-key",
  asks: "What happens without a key?",
  async run(visit) {
    const call = { ...createListCall(visit, "tag", { limit: 1, page: 1 }), key: "none" } as const;
    const outcome = await visit.calls.make(call);
    const detail = `A call without a key gets ${describeOutcome(outcome)}.`;
    const page = decodeListPage(outcome, "tag");
    if (!page || page.rows.length === 0) {
      const isRefused = !outcome.isAnswered || outcome.status !== 200 || isErrorResponse(outcome);
      const hint =
        "The gateway makes no calls without a key. Callers without one see UNAUTHENTICATED.";
      return [{ status: isRefused ? "ok" : "warning", detail, hint, call }];
    }
    const hint =
      "The registry is open to everyone who can reach it. The gateway still requires a key.";
    return [
      {
        status: "warning",
        detail: "A call without a key also gets the records.",
        hint,
        call,
      },
    ];
  },
};
