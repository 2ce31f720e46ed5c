/** What is added to a time: months by the calendar, the rest exactly. Both have the same sign. */
export interface Duration {
  readonly months: number;
  readonly milliseconds: number;
}

const form =
  /^(-?)P(?:(\d+)W|(?=\d|T)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?)?)$/;

/**
 * Reads an ISO 8601 duration, perhaps with a minus in front; null for any other text. Weeks stand
 * alone, and only seconds have a fraction, of which digits beyond milliseconds do not count.
 */
export function parseDuration(text: string): Duration | null {
  const match = form.exec(text);
  if (match === null) return null;
  const [sign, fraction] = [match[1] === "-" ? -1 : 1, match[9] ?? ""];
  const at = (group: number) => Number(match[group] ?? 0);
  const hours = (at(2) * 7 + at(5)) * 24 + at(6);
  const seconds = (hours * 60 + at(7)) * 60 + at(8);
  const milliseconds = seconds * 1000 + Number(`${fraction}000`.slice(0, 3));
  return { months: sign * (at(3) * 12 + at(4)), milliseconds: sign * milliseconds };
}

/**
 * The months come first. Where the day is missing in its month, the last one is taken. All are in
 * UTC. NaN if no `Date` can hold the time.
 */
export function addDuration(time: number, { months, milliseconds }: Duration): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(new Date(0).setUTCFullYear(year, month + 1, 0)).getUTCDate();
  date.setUTCFullYear(year, month, Math.min(date.getUTCDate(), lastDay));
  return date.getTime() + milliseconds;
}
