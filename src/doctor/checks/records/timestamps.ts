import { readDateString } from "../../../registry-client/date-string.ts";
import { decodeInteger, type JsonObject, tryDecode } from "../../../registry-client/json-values.ts";
import { type Conclusion, withholdSettings } from "../../finding.ts";
import { readSample, type Visit } from "../../visit.ts";
import { formatShare, unreadableHint } from "../rows.ts";

const units = [
  ["s", "seconds", 1],
  ["ms", "milliseconds", 1e3],
  ["us", "microseconds", 1e6],
] as const;

/** The year 1990. No registry of NFC tags is older. */
const earliest = 631_152_000;

const day = 86_400;

export async function checkTimestamps(visit: Visit): Promise<Conclusion | undefined> {
  const { call, ...tags } = await readSample(visit, "tag");
  const terminals = await readSample(visit, "terminal");
  const records = [...tags.records, ...terminals.records];
  const values = records.flatMap(timesOf);
  if (values.length === 0) {
    if (!tags.isRead || !terminals.isRead) return undefined;
    return { status: "ok", certainty: "unknown", detail: "No record has a timestamp." };
  }
  const conclusion = { call, ...judgeTimestamps(values, visit.now() / 1000) };
  const isTime = (value: unknown) => readDateString(value) !== null || readInteger(value) !== 0;
  const isProven = records.filter((record) => timesOf(record).some(isTime)).length > 1;
  return isProven ? conclusion : withholdSettings(conclusion, "one record");
}

function timesOf({ added_when, last_update }: JsonObject): readonly unknown[] {
  return [added_when, last_update].filter((value) => value !== null && value !== undefined);
}

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

function findUnit(times: readonly number[], now: number): (typeof units)[number] | undefined {
  return units.find(([, , perSecond]) => {
    const [min, max] = [earliest * perSecond, (now + day) * perSecond];
    return times.filter((time) => time >= min && time <= max).length >= times.length * 0.9;
  });
}

function judgeIntegers(times: readonly number[], now: number): Conclusion {
  const found = findUnit(times, now);
  if (found === undefined) {
    return {
      status: "warning",
      certainty: "unknown",
      detail: "In no unit do the timestamps fall within the last few decades.",
      hint: "Perhaps a clock is wrong. addedWhen and lastUpdate have the integers; addedAt and updatedAt may be wrong or null, and with REGISTRY_TIMESTAMP_UNIT=none they are always null.",
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
