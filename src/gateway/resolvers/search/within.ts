import { parseDateTime } from "../../../registry-client/date-string.ts";
import { badInput } from "../../../search/errors.ts";
import { rfc3339Times } from "../../base/time/calendar.ts";
import { addDuration, parseDuration } from "../../base/time/duration.ts";

const duration = "an ISO 8601 duration, such as `-P30D`, `P1M`, `PT12H` or `PT0S`";

interface Place {
  readonly path: string;
  readonly now: number;
  /** Whether members are the project's own fields, of which one may be called `within`. */
  readonly isOwn?: boolean;
}

/**
 * A filter with `gte` and `lt` in place of each `within`. What is kept by a filter's text lives
 * longer than a request, so the text must have the times.
 * @param now in milliseconds since 1970.
 * @throws SearchError `BAD_USER_INPUT`
 */
export function bindTimes(filter: unknown, now: number): unknown {
  return bind(filter, { path: "filter", now });
}

function bind(given: unknown, place: Place): unknown {
  const { path, now, isOwn = false } = place;
  if (Array.isArray(given)) {
    return given.map((one, index) => bind(one, { path: `${path}[${index}]`, now }));
  }
  if (typeof given !== "object" || given === null) return given;
  const members = Object.entries(given).map(([name, value]) => {
    const inner = { path: `${path}.${name}`, now, isOwn: name === "data" && !isOwn };
    return [name, bind(value, inner)] as const;
  });
  const bound: Readonly<Record<string, unknown>> = Object.fromEntries(members);
  const { within, ...others } = bound;
  if (isOwn || within === undefined) return bound;
  return { ...others, ...boundsOf(within, others, { path: `${path}.within`, now }) };
}

function boundsOf(
  within: unknown,
  { gte, lt }: { readonly gte?: unknown; readonly lt?: unknown },
  { path, now }: Place,
): object {
  const isObject = typeof within === "object" && within !== null;
  const { from, to }: { readonly from?: unknown; readonly to?: unknown } = isObject ? within : {};
  if (from === undefined && to === undefined) throw badInput(path, `from or to, each ${duration}`);
  return {
    ...(from !== undefined && { gte: latest(gte, timeAfter(from, { path: `${path}.from`, now })) }),
    ...(to !== undefined && { lt: earliest(lt, timeAfter(to, { path: `${path}.to`, now })) }),
  };
}

function timeAfter(given: unknown, { path, now }: Place): number {
  const parsed = typeof given === "string" ? parseDuration(given) : null;
  if (parsed === null) throw badInput(path, duration);
  const time = addDuration(now, parsed);
  if (time >= rfc3339Times.min && time <= rfc3339Times.max) return time;
  throw badInput(path, `${duration}, that leads to one of the years 0 to 9999`);
}

/** A bound that is null is left for the search to refuse. */
function latest(given: unknown, time: number): unknown {
  const other = given === undefined ? Number.NEGATIVE_INFINITY : readTime(given);
  return other < time ? new Date(time).toISOString() : given;
}

function earliest(given: unknown, time: number): unknown {
  const other = given === undefined ? Number.POSITIVE_INFINITY : readTime(given);
  return other > time ? new Date(time).toISOString() : given;
}

function readTime(given: unknown): number {
  return parseDateTime(String(given)) ?? Number.NaN;
}
