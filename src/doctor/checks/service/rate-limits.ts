import { formatCount } from "../../../format-count.ts";
import { type Check, createListCall } from "../../visit.ts";

/** Whether a header states a rate limit, in numbers and a few letters. */
export function isRateLimit(name: string, value: string): boolean {
  return /^(x-)?rate-?limit/.test(name) && /^[\d\s;,=qwtr.-]{1,80}$/.test(value);
}

export const rateLimitsCheck: Check = {
  id: "rate-limits",
  asks: "Are there rate-limit headers?",
  async run(visit) {
    const call = createListCall(visit, "tag", { limit: 1, page: 1 });
    const outcomes = visit.calls.madeCalls.map(({ outcome }) => outcome);
    const responses = outcomes.filter((outcome) => outcome.isAnswered);
    const refused = responses.filter(({ status }) => status === 429).length;
    const stated = Object.entries(responses.at(-1)?.headers ?? {})
      .filter(([name, value]) => isRateLimit(name, value))
      .map(([name, value]) => `${name}: ${value}`);
    const hint =
      "After a 429 the gateway waits at most two seconds in total. Beyond that, it tells its caller when to try again.";
    const headers = stated.length === 0 ? "No rate-limit headers" : stated.join(", ");
    const calls = formatCount(visit.calls.spent, "call");
    if (refused > 0) {
      const detail = `${refused} of ${calls} got 429. ${headers}.`;
      return [{ status: "warning", detail, hint, call }];
    }
    const detail = `${headers}, and no 429 in ${calls}.`;
    return [{ status: "ok", detail, ...(stated.length > 0 && { hint }), call }];
  },
};
