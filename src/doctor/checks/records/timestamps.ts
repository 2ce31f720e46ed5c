import { readDateString } from "../../../gateway/call/decode/date-string.ts";
import {
  decodeInteger,
  type JsonObject,
  tryDecode,
} from "../../../gateway/call/decode/json-values.ts";
import { type Conclusion, withholdSettings } from "../../finding.ts";
import { formatShare } from "../../text.ts";
import { type Check, createListCall, fetchSample } from "../../visit.ts";
import { unreadableHint } from "../rows.ts";

/** The units of time: the setting's value, the name, and how many of them make a second. */
const units = [
  ["s", "seconds", 1],
  ["ms", "milliseconds", 1e3],
  ["us", "microseconds", 1e6],
] as const;

/** The year 1990. No registry of NFC tags is older. */
const earliest = 631_152_000;

const tolerance = 86_400;

/** How far ahead times may lie before no clock explains them, in seconds. */
const century = 36_525 * 86_400;

/** The unit of integer timestamps: the one in which they fall within the last few decades. */
export const timestampsCheck: Check = {
  id: "timestamps",
  asks: "What unit are timestamps in?",
  async run(visit) {
    const samples = [await fetchSample(visit, "tag"), await fetchSample(visit, "terminal")];
    const rows = samples.flatMap((sample) => sample ?? []);
    const values = rows.flatMap((row) => [row["added_when"], row["last_update"]]);
    const call = { ...createListCall(visit, "tag"), query: {} };
    const given = values.filter((value) => value !== null && value !== undefined);
    if (given.length === 0) {
      if (samples.includes(undefined)) return [];
      return [{ status: "ok", certainty: "unknown", detail: "No record has a timestamp." }];
    }
    const judged = judgeTimestamps(given, visit.now() / 1000);
    const isProven = rows.filter(hasTime).length > 1;
    return [{ call, ...(isProven ? judged : withholdSettings(judged, "one record")) }];
  },
};

function hasTime(row: JsonObject): boolean {
  return [row["added_when"], row["last_update"]].some(
    (value) => readDateString(value) !== null || Boolean(tryDecode(decodeInteger, value)),
  );
}

function judgeTimestamps(values: readonly unknown[], now: number): Conclusion {
  const dates = values.filter((value) => readDateString(value) !== null);
  const numbers = values.filter((value) => readDateString(value) === null);
  const unreadable = numbers.filter((value) => tryDecode(decodeInteger, value) === null).length;
  if (unreadable > 0) {
    return {
      status: "warning",
      detail: `${formatShare(unreadable, values.length)} of the timestamps are neither integers nor date strings with an offset from UTC.`,
      hint: unreadableHint,
    };
  }
  // 0 is not a time.
  const times = numbers.flatMap((value) => tryDecode(decodeInteger, value) || []);
  if (dates.length === 0 && times.length === 0) {
    return {
      status: "ok",
      certainty: "unknown",
      detail: "All timestamps are 0, which is no time.",
    };
  }
  if (dates.length === 0) return judgeIntegers(times, now);
  const detail = `${formatShare(dates.length, values.length)} of the timestamps are date strings.`;
  return { status: "warning", detail, ...explainDates(dates, times, now) };
}

/** Proposes the unit in which dates become integers: that of the integers if there are any, otherwise the largest that loses nothing. */
function explainDates(
  dates: readonly unknown[],
  times: readonly number[],
  now: number,
): Pick<Conclusion, "hint" | "settings"> {
  const unit = times.length === 0 ? largestWholeUnit(dates) : findUnit(times, now)?.[0];
  if (unit === undefined) {
    const hint =
      "addedAt and updatedAt are those dates. addedWhen and lastUpdate fail for them, and the unit of the integers is unknown.";
    return { hint };
  }
  const hint =
    "addedAt and updatedAt are those dates. addedWhen and lastUpdate fail for them, unless REGISTRY_TIMESTAMP_UNIT says which integers they should become.";
  return { hint, settings: { REGISTRY_TIMESTAMP_UNIT: unit } };
}

function largestWholeUnit(dates: readonly unknown[]): "s" | "ms" {
  const areSeconds = dates.every((date) => (readDateString(date) ?? 0) % 1000 === 0);
  return areSeconds ? "s" : "ms";
}

/** The unit in which nearly all times fall within the last few decades; undefined if there is none. */
function findUnit(times: readonly number[], now: number): (typeof units)[number] | undefined {
  const fitting = units.map(([, , perSecond]) => {
    const isFitting = (time: number) =>
      time >= earliest * perSecond && time <= (now + tolerance) * perSecond;
    return times.filter(isFitting).length;
  });
  const max = Math.max(...fitting);
  const best = units[fitting.indexOf(max)];
  return times.length === 0 || max < times.length * 0.9 ? undefined : best;
}

function judgeIntegers(times: readonly number[], now: number): Conclusion {
  const best = findUnit(times, now);
  if (best !== undefined) return judgeUnit(best, times);
  const future = findUnit(times, now + century);
  if (future !== undefined) {
    const detail = `If the timestamps are in ${future[1]} since 1970, they lie ahead of this machine's clock.`;
    const hint = "One of the two clocks may be wrong. The gateway delivers them as they are.";
    return { status: "warning", certainty: "unknown", detail, hint };
  }
  return {
    status: "warning",
    certainty: "unknown",
    detail: "In no unit do the timestamps fall within the last few decades.",
    hint: "addedAt and updatedAt may be wrong or null: with REGISTRY_TIMESTAMP_UNIT=none they are always null. addedWhen and lastUpdate have the integers.",
    settings: { REGISTRY_TIMESTAMP_UNIT: "none" },
  };
}

function judgeUnit([unit, name]: (typeof units)[number], times: readonly number[]): Conclusion {
  const detail = `Timestamps are in ${name} since 1970.`;
  const digits = unit === "s" ? 10 : 13;
  const isClear = times.every((time) => String(Math.abs(time)).length === digits);
  if (isClear) {
    return {
      status: "ok",
      certainty: "likely",
      detail,
      hint: "The gateway recognizes the unit by the number of digits.",
    };
  }
  return {
    status: "warning",
    certainty: "likely",
    detail: unit === "us" ? detail : `${detail} Some do not have ${digits} digits.`,
    hint: "The gateway cannot recognize the unit by the number of digits alone. Set REGISTRY_TIMESTAMP_UNIT.",
    settings: { REGISTRY_TIMESTAMP_UNIT: unit },
  };
}
