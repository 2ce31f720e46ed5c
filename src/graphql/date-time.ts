/** How the registry's integer timestamps are read: the interface document does not show their unit (interface §2.5). */
export type TimestampUnit = "s" | "ms" | "none" | "auto";

/**
 * A timestamp as RFC 3339 text in UTC; null where the unit is `none`, where `auto` cannot tell it (10 digits are
 * seconds, 13 milliseconds), or where the time lies beyond what RFC 3339 can write.
 */
export function formatDateTime(timestamp: number, unit: TimestampUnit): string | null {
  const milliseconds = toMilliseconds(timestamp, unit);
  if (milliseconds === null) return null;
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date.toISOString() : null;
}

function toMilliseconds(timestamp: number, unit: TimestampUnit): number | null {
  switch (unit) {
    case "s":
      return timestamp * 1000;
    case "ms":
      return timestamp;
    case "none":
      return null;
    case "auto": {
      const digits = Math.abs(timestamp).toString().length;
      if (digits === 10) return timestamp * 1000;
      return digits === 13 ? timestamp : null;
    }
    default:
      return unit satisfies never;
  }
}
