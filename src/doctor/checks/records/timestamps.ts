import { readDateString } from "../../../gateway/call/decode/date-string.ts";
import {
  decodeInteger,
  type JsonObject,
  tryDecode,
} from "../../../gateway/call/decode/json-values.ts";
import { type Conclusion, withholdSettings } from "../../finding.ts";
import { createListCall, readSample, type Visit } from "../../visit.ts";
import { formatShare, unreadableHint } from "../rows.ts";

/** The units of time: the setting's value, the name, and how many of them make a second. */
const units = [
  ["s", "seconds", 1],
  ["ms", "milliseconds", 1e3],
  ["us", "microseconds", 1e6],
] as const;

/** The year 1990. No registry of NFC tags is older. */
const earliest = 631_152_000;

const day = 86_400;

/** How far ahead times may lie before no clock explains them, in seconds. */
const century = 36_525 * day;

/** The unit of integer timestamps: the one in which they fall within the last few decades. */
export async function checkTimestamps(visit: Visit): Promise<Conclusion | undefined> {
  const samples = [await readSample(visit, "tag"), await readSample(visit, "terminal")];
  const records = samples.flatMap((sample) => sample?.records ?? []);
  const values = records.flatMap(timesOf);
  if (values.length === 0) {
    if (samples.includes(undefined)) return undefined;
    return { status: "ok", certainty: "unknown", detail: "No record has a timestamp." };
  }
  const call = { ...createListCall(visit, "tag"), query: {} };
  const conclusion = { call, ...judgeTimestamps(values, visit.now() / 1000) };
  const isTime = (value: unknown) => readDateString(value) !== null || readInteger(value) !== 0;
  const isProven = records.filter((record) => timesOf(record).some(isTime)).length > 1;
  return isProven ? conclusion : withholdSettings(conclusion, "one record");
}

function timesOf({ added_when, last_update }: JsonObject): readonly unknown[] {
  return [added_when, last_update].filter((value) => value !== null && value !== undefined);
}

/** An integer; 0, which is no time, if a value is none. */
function readInteger(value: unknown): number {
  return tryDecode(decodeInteger, value) ?? 0;
}

function judgeTimestamps(values: readonly unknown[], now: number): Conclusion {
  const dates = values.flatMap((value) => readDateString(value) ?? []);
  const numbers = values.filter((value) => readDateString(value) === null);
  const unreadable = numbers.filter((value) => tryDecode(decodeInteger, value) === null).length;
  if (unreadable > 0) {
    const share = formatShare(unreadable, values.length);
    const detail = `${share} of the timestamps are neither integers nor date strings with an offset from UTC.`;
    return { status: "warning", detail, hint: unreadableHint };
  }
  const times = numbers.map(readInteger).filter((time) => time !== 0);
  if (dates.length > 0) {
    const detail = `${formatShare(dates.length, values.length)} of the timestamps are date strings.`;
    return { status: "warning", detail, ...explainDates(dates, times, now) };
  }
  if (times.length > 0) return judgeIntegers(times, now);
  const detail = "All timestamps are 0, which is no time.";
  return { status: "ok", certainty: "unknown", detail };
}

/** Proposes the unit in which dates become integers: that of the integers if there are any, otherwise the largest that loses nothing. */
function explainDates(
  dates: readonly number[],
  times: readonly number[],
  now: number,
): Pick<Conclusion, "hint" | "settings"> {
  const whole = dates.every((date) => date % 1000 === 0) ? "s" : "ms";
  const unit = times.length === 0 ? whole : findUnit(times, now)?.[0];
  const hint = "addedAt and updatedAt are those dates. addedWhen and lastUpdate fail for them";
  if (unit === undefined) return { hint: `${hint}, and the unit of the integers is unknown.` };
  return {
    hint: `${hint}, unless REGISTRY_TIMESTAMP_UNIT says which integers they should become.`,
    settings: { REGISTRY_TIMESTAMP_UNIT: unit },
  };
}

/** The unit in which nearly all times fall within the last few decades; undefined if there is none. */
function findUnit(times: readonly number[], now: number): (typeof units)[number] | undefined {
  return units.find(([, , perSecond]) => {
    const [min, max] = [earliest * perSecond, (now + day) * perSecond];
    return times.filter((time) => time >= min && time <= max).length >= times.length * 0.9;
  });
}

function judgeIntegers(times: readonly number[], now: number): Conclusion {
  const found = findUnit(times, now);
  if (found === undefined) {
    const ahead = findUnit(times, now + century);
    if (ahead !== undefined) {
      const detail = `If the timestamps are in ${ahead[1]} since 1970, they lie ahead of this machine's clock.`;
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
  const [unit, name] = found;
  const detail = `Timestamps are in ${name} since 1970.`;
  const digits = unit === "s" ? 10 : 13;
  if (times.every((time) => String(Math.abs(time)).length === digits)) {
    const hint = "The gateway recognizes the unit by the number of digits.";
    return { status: "ok", certainty: "likely", detail, hint };
  }
  return {
    status: "warning",
    certainty: "likely",
    detail: unit === "us" ? detail : `${detail} Some do not have ${digits} digits.`,
    hint: "The gateway cannot recognize the unit by the number of digits alone. Set REGISTRY_TIMESTAMP_UNIT.",
    settings: { REGISTRY_TIMESTAMP_UNIT: unit },
  };
}
