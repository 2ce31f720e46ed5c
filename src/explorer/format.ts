export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

export function formatSize(characters: number): string {
  if (characters < 1000) return `${characters} B`;
  if (characters < 1_000_000) return `${(characters / 1000).toFixed(1)} kB`;
  return `${(characters / 1_000_000).toFixed(1)} MB`;
}

/**
 * Date and time in the user's time zone, such as `2026-01-31 09:05`. The first instant of a day in
 * UTC stands for that day, which it would not be in every time zone.
 */
export function formatDateTime(time: Date): string {
  const [day = "", rest] = time.toISOString().split("T");
  return rest === "00:00:00.000Z" ? day : dateTimeFormat.format(time);
}

/** Sweden writes dates in digits that sort and align. */
const dateTimeFormat = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short" });
