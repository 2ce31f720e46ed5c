/** A date and a time, perhaps with fractions of a second and an offset. */
const dateText = /^(\d{4}-\d\d-\d\d)([Tt ])(\d\d:\d\d:\d\d)([\d.:+Zz-]{0,16})$/;

const daySeconds = 86_400;

/**
 * Creates a cipher that puts all times back by the same number of days and seconds. It returns undefined for anything other than a
 * time since 1973, in any unit, or a date string. 0 stays, because it is not a time.
 * @param draw returns a random number from 0 up to, but not including, 1.
 */
export function createTimeCipher(
  draw: () => number,
): (value: unknown) => number | string | undefined {
  const seconds = daySeconds * (1 + Math.floor(draw() * 60)) + Math.floor(draw() * daySeconds);
  return (value) => putBack(value, seconds);
}

/** Puts a time back. Its size shows its unit. */
function putBack(value: unknown, seconds: number): number | string | undefined {
  if (typeof value === "string" && dateText.test(value)) return putDateBack(value, seconds);
  const time = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof time !== "number") return undefined;
  if (time === 0) return value as number | string;
  const perSecond = [1e9, 1e6, 1e3, 1].find((unit) => time >= 1e8 * unit);
  if (perSecond === undefined) return undefined;
  const earlier = time - seconds * perSecond;
  return typeof value === "string" ? String(earlier) : earlier;
}

/** Puts the date in a string back, and keeps its form. */
function putDateBack(text: string, seconds: number): string | undefined {
  const [, day, between = "", time, rest = ""] = dateText.exec(text) ?? [];
  const earlier = Date.parse(`${day}T${time}Z`) - seconds * 1000;
  if (Number.isNaN(earlier)) return undefined;
  const date = new Date(earlier).toISOString();
  return date.slice(0, 10) + between + date.slice(11, 19) + rest;
}
