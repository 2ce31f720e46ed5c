import { formatCount } from "../../../format-count.ts";
import type { FetchedResponse } from "../../calls/fetcher.ts";
import { isTemporaryFailure } from "../../calls/outcome.ts";
import type { Conclusion } from "../../finding.ts";
import type { Check, Visit } from "../../visit.ts";

/** The largest value of REGISTRY_TIMEOUT_MS. */
const maxTimeoutMs = 600_000;

/** How long responses take. It looks at the calls of all other checks, so it runs last. */
export const latencyCheck: Check = {
  id: "latency",
  asks: "How long do responses take?",
  async run(visit) {
    const outcomes = visit.calls.madeCalls.map(({ outcome }) => outcome);
    const responses = outcomes.filter((outcome) => outcome.isAnswered);
    const unanswered = outcomes.filter((outcome) => !outcome.isAnswered);
    const late = unanswered.filter(({ code }) => code === "TIMEOUT").length;
    const lost = unanswered.length - late;
    const troubled = responses.filter(({ status }) => isTemporaryFailure(status)).length;
    const times = responses
      .map(({ milliseconds }) => milliseconds)
      .sort((one, other) => one - other);
    const slowest = responses.reduce(slower);
    const slow = late + responses.filter((response) => isSlow(visit, response)).length;
    const parts = [
      `Half of ${formatCount(times.length, "response")} took ${formatMs(times[Math.floor(times.length / 2)] ?? 0)} or less`,
      `the slowest ${formatMs(slowest.milliseconds)}`,
      late > 0 && `${formatCount(late, "call")} got no response in time`,
      lost > 0 && `the connection was lost in ${formatCount(lost, "call")}`,
      troubled > 0 && `${formatCount(troubled, "call")} got 502, 503 or 504`,
    ].filter((part) => part !== false);
    return [
      {
        detail: `${parts.join(", ")}.`,
        ...judgeTime(visit, { slow, troubled: troubled + lost }),
      },
    ];
  },
};

function slower(one: FetchedResponse, other: FetchedResponse): FetchedResponse {
  return other.milliseconds > one.milliseconds ? other : one;
}

/** Whether a response took so long that the next may come too late. */
function isSlow({ timeoutMs }: Visit, { milliseconds }: FetchedResponse): boolean {
  return milliseconds > timeoutMs / 2;
}

function judgeTime(
  { timeoutMs }: Visit,
  { slow, troubled }: { readonly slow: number; readonly troubled: number },
): Omit<Conclusion, "detail"> {
  if (slow > 0) {
    const hint = `The gateway waits ${timeoutMs / 1000} s for a call (REGISTRY_TIMEOUT_MS), which may be too short.`;
    // The first call to a server that was idle may take long, and no other.
    if (slow === 1) return { status: "warning", certainty: "unknown", hint };
    const longer = Math.min(Math.ceil((timeoutMs * 3) / 1000) * 1000, maxTimeoutMs);
    return { status: "warning", hint, settings: { REGISTRY_TIMEOUT_MS: String(longer) } };
  }
  if (troubled === 0) return { status: "ok" };
  const hint = "The gateway repeats such calls, up to twice.";
  return { status: "warning", hint };
}

function formatMs(milliseconds: number): string {
  return milliseconds < 1000
    ? `${Math.max(1, Math.round(milliseconds))} ms`
    : `${(milliseconds / 1000).toFixed(1)} s`;
}
