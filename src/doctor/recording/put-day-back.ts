import { readDateText } from "../../gateway/base/time/date-text.ts";

/**
 * The forms of dates with separators, the first perhaps with a time of day. The doctor tells them apart in additional data. Each is the
 * whole text, because what is behind the day and the minute stays.
 */
const forms = [
  /^\s*(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<hour>\d\d):(?<minute>\d\d)(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/,
  /^\s*(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})$/,
  /^\s*(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})$/,
  /^\s*(?<year>\d{4})\/(?<month>\d\d?)\/(?<day>\d\d?)$/,
];

/** A text that is a date, put back by some minutes: whole days, if it has no time of day. Undefined for any other text. */
export function putDayBack(text: string, minutes: number): string | undefined {
  const trimmed = text.trimEnd();
  for (const form of forms) {
    const groups = form.exec(trimmed)?.groups;
    if (groups === undefined) continue;
    const { year = "", month = "", day = "", hour, minute } = groups;
    const time = hour === undefined ? "" : ` ${hour}:${minute}`;
    const read = readDateText(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}${time}`);
    if (read === null) continue;
    const back = hour === undefined ? minutes - (minutes % 1440) : minutes;
    const [newYear, newMonth, newDay, newHour, newMinute] = new Date(read - back * 60_000)
      .toISOString()
      .split(/[-T:]/);
    const parts = { year: newYear, month: newMonth, day: newDay, hour: newHour, minute: newMinute };
    return replaceGroups(trimmed, form, parts) + text.slice(trimmed.length);
  }
  return undefined;
}

/** Replaces the named groups of a match. What is between and behind them stays. */
function replaceGroups(
  text: string,
  form: RegExp,
  parts: Readonly<Record<string, string | undefined>>,
): string {
  const { indices } = new RegExp(form, "d").exec(text) ?? {};
  const places = Object.entries(indices?.groups ?? {}).flatMap(([name, place]) =>
    place === undefined ? [] : [{ name, start: place[0], end: place[1] }],
  );
  places.sort((one, other) => other.start - one.start);
  return places.reduce(
    (changed, { name, start, end }) =>
      changed.slice(0, start) + (parts[name] ?? "") + changed.slice(end),
    text,
  );
}
