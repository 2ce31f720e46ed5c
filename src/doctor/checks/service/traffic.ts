import { formatCount, formatNumber } from "../../../format-count.ts";
import { retryableStatuses } from "../../../registry-client/failure.ts";
import { hasStatus } from "../../calls/outcome.ts";
import type { Conclusion } from "../../finding.ts";
import { createListCall, firstRow, type Visit } from "../../visit.ts";

/* These checks make no calls: they look at those of all others, so they come last. */

export async function checkRateLimits(visit: Visit): Promise<Conclusion> {
  const { outcomes, spent } = visit.calls;
  const refused = outcomes.filter((outcome) => hasStatus(outcome, 429)).length;
  const last = outcomes.findLast((outcome) => outcome.isAnswered);
  const stated = Object.entries(last?.headers ?? {})
    .filter(([name]) => /^(x-)?rate-?limit/.test(name))
    .map(([name, value]) => `${visit.words.show(name)}: ${visit.words.show(value)}`);
  const headers = stated.length === 0 ? "No rate-limit headers" : stated.join(", ");
  const calls = formatCount(spent, "call");
  const call = createListCall(visit, "tag", firstRow);
  const hint =
    "After a 429 the gateway waits at most two seconds in total. Beyond that, it tells its caller when to try again.";
  if (refused > 0) {
    const detail = `${refused} of ${calls} got 429. ${headers}.`;
    return { status: "warning", detail, hint, call };
  }
  const detail = `${headers}, and no 429 in ${calls}.`;
  return { status: "ok", detail, ...(stated.length > 0 && { hint }), call };
}

export async function checkLatency(visit: Visit): Promise<Conclusion> {
  const { timeoutMs } = visit;
  const { outcomes } = visit.calls;
  const responses = outcomes.filter((outcome) => outcome.isAnswered);
  const unanswered = outcomes.filter((outcome) => !outcome.isAnswered);
  const late = unanswered.filter(({ code }) => code === "TIMEOUT").length;
  const lost = unanswered.length - late;
  const troubled = responses.filter(({ status }) => retryableStatuses.has(status)).length;
  const times = responses.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const parts = [
    `Half of ${formatCount(times.length, "response")} took ${formatMs(times[Math.floor(times.length / 2)])} or less`,
    `the slowest ${formatMs(times.at(-1))}`,
    late > 0 && `${formatCount(late, "call")} got no response in time`,
    lost > 0 && `the connection was lost in ${formatCount(lost, "call")}`,
    troubled > 0 && `${formatCount(troubled, "call")} got 502, 503 or 504`,
  ].filter((part) => part !== false);
  const detail = `${parts.join(", ")}.`;
  // After a call that took so long, the next response may come too late.
  const slow = late + times.filter((time) => time > timeoutMs / 2).length;
  if (slow > 0) {
    const hint = `The gateway waits ${timeoutMs / 1000} s for a call (REGISTRY_TIMEOUT_MS), which may be too short.`;
    // The first call to a server that was idle may take long, and no other.
    if (slow === 1) return { status: "warning", certainty: "unknown", detail, hint };
    const longer = Math.min(Math.ceil((timeoutMs * 3) / 1000) * 1000, maxTimeoutMs);
    return { status: "warning", detail, hint, settings: { REGISTRY_TIMEOUT_MS: String(longer) } };
  }
  if (troubled + lost === 0) return { status: "ok", detail };
  return { status: "warning", detail, hint: "The gateway repeats such calls, up to twice." };
}

const maxTimeoutMs = 600_000;

function formatMs(milliseconds = 0): string {
  return `${formatNumber(Math.max(1, Math.round(milliseconds)))} ms`;
}
