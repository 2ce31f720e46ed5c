import fc from "fast-check";

/** A date as the rules say it, one character after the other: milliseconds since 1970, or null. It shares no code with the gateway. */
export function readDateNaively(given: unknown): number | null {
  if (typeof given !== "string") return null;
  const rest = { text: given.trim() };
  const digits = (length: number): number | null => {
    const part = rest.text.slice(0, length);
    const isNumber = part.length === length && [...part].every((one) => "0123456789".includes(one));
    if (isNumber) rest.text = rest.text.slice(length);
    return isNumber ? Number(part) : null;
  };
  const takes = (one: string): boolean => {
    const isThere = rest.text.startsWith(one);
    if (isThere) rest.text = rest.text.slice(one.length);
    return isThere;
  };
  const year = digits(4);
  if (year === null || !takes("-")) return null;
  const month = digits(2);
  if (month === null || !takes("-")) return null;
  const day = digits(2);
  if (day === null || year < 1 || month < 1 || month > 12) return null;
  if (day < 1 || day > daysOf(year, month)) return null;
  const days = daysBefore(year) + monthsBefore(year, month) + BigInt(day - 1);
  let milliseconds = days * 86_400_000n;
  if (rest.text !== "") {
    if (!takes("T") && !takes(" ")) return null;
    const hour = digits(2);
    if (hour === null || hour > 23 || !takes(":")) return null;
    const minute = digits(2);
    if (minute === null || minute > 59) return null;
    milliseconds += BigInt(hour * 60 + minute) * 60_000n;
    if (takes(":")) {
      const second = digits(2);
      if (second === null || second > 59) return null;
      milliseconds += BigInt(second) * 1000n;
      if (takes(".")) {
        let fraction = "";
        for (let one = digits(1); one !== null; one = digits(1)) fraction += one;
        if (fraction === "") return null;
        milliseconds += BigInt(fraction.padEnd(3, "0").slice(0, 3));
      }
    }
    const sign = takes("+") ? 1n : takes("-") ? -1n : 0n;
    if (sign !== 0n) {
      const offsetHour = digits(2);
      if (offsetHour === null || offsetHour > 23 || !takes(":")) return null;
      const offsetMinute = digits(2);
      if (offsetMinute === null || offsetMinute > 59) return null;
      milliseconds -= sign * BigInt(offsetHour * 60 + offsetMinute) * 60_000n;
    } else takes("Z");
    if (rest.text !== "") return null;
  }
  const isInYears = milliseconds >= 0n && milliseconds < daysBefore(10_000) * 86_400_000n;
  return isInYears ? Number(milliseconds - daysBefore(1970) * 86_400_000n) : null;
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

export function daysOf(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** The days from the first of the year 1 to the first of a year. */
function daysBefore(year: number): bigint {
  const years = year - 1;
  return BigInt(
    years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400),
  );
}

function monthsBefore(year: number, month: number): bigint {
  let days = 0;
  for (let earlier = 1; earlier < month; earlier++) days += daysOf(year, earlier);
  return BigInt(days);
}

const pad = (number: number, length: number) => String(number).padStart(length, "0");

const years = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 2019, max: 2026 }) },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, 2, 99, 100, 400, 1582, 1900, 1969, 1970, 2000) },
  { weight: 2, arbitrary: fc.constantFrom(2024, 9998, 9999) },
);
const ends = fc.constantFrom(1, 1, 2, 12, 12);
const months = fc.oneof(
  { weight: 2, arbitrary: ends },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 13) },
);
const daysInMonth = fc.oneof(
  fc.constantFrom(1, 1, 28, 29, 30, 31),
  fc.integer({ min: 0, max: 32 }),
);
const two = (max: number) =>
  fc
    .oneof(fc.constantFrom(0, max), fc.integer({ min: 0, max }), fc.constantFrom(0, max, max + 1))
    .map((one) => pad(one, 2));
const fractions = fc.constantFrom("", ".", ".5", ".999", ".9999999", ".0001", `.${"9".repeat(40)}`);
const zones = fc.oneof(
  fc.constantFrom("", "Z", "z", "+00:00", "-00:00", "+0200", "+02", "+23:59", "-23:59", "+24:00"),
  fc
    .tuple(fc.constantFrom("+", "-"), two(14), two(59))
    .map(([sign, one, other]) => `${sign}${one}:${other}`),
);
const spaces = fc.constantFrom("", "", "", " ", "\t", "\n", "\u00a0", "\ufeff", "\u2003", "\u200b");

const days = fc
  .tuple(years, months, daysInMonth)
  .map(([year, month, day]) => `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`);

const clocks = fc
  .tuple(two(23), two(59), fc.option(fc.tuple(two(59), fractions), { nil: null }), zones)
  .map(
    ([hour, minute, second, zone]) =>
      `${hour}:${minute}${second ? `:${second.join("")}` : ""}${zone}`,
  );

export const nearDates: fc.Arbitrary<string> = fc
  .tuple(
    days,
    fc.constantFrom("", "", "T", " ", "t", "  ", "_"),
    clocks,
    fc.tuple(spaces, spaces),
    fc.option(fc.tuple(fc.nat(30), fc.constantFrom("", "0", "-", ":", "١", "x", " ")), {
      nil: null,
      freq: 1,
    }),
  )
  .map(([day, separator, clock, [before, after], damage]) => {
    const text = separator === "" ? day : `${day}${separator}${clock}`;
    const damaged =
      damage === null ? text : text.slice(0, damage[0]) + damage[1] + text.slice(damage[0] + 1);
    return `${before}${damaged}${after}`;
  });
