import { describe, expect, test } from "vitest";
import { fitLine, isFlat } from "./flat.ts";

const minutes = Array.from({ length: 60 }, (_, minute) => minute);
const noise = (minute: number) => ((minute * 7919) % 11) - 5;
const along = (valueAt: (minute: number) => number) =>
  fitLine(minutes.map((minute) => ({ minute, value: valueAt(minute) })));

describe("The soak's measurements", () => {
  test("rise by what a straight line through them rises", () => {
    expect(along((minute) => 100 + 2 * minute)).toEqual({ level: 159, rise: 118, error: 0 });
  });

  test("are flat if they only scatter", () => {
    expect(
      isFlat(
        along((minute) => 100 + noise(minute)),
        0.05,
      ),
    ).toBe(true);
  });

  test("are not flat if they rise by more than the share and than the scatter", () => {
    expect(
      isFlat(
        along((minute) => 100 + noise(minute) + minute / 4),
        0.05,
      ),
    ).toBe(false);
  });

  test("show no leak if they fall", () => {
    expect(
      isFlat(
        along((minute) => 100 + noise(minute) - minute / 4),
        0.05,
      ),
    ).toBe(true);
  });

  test("are not flat if there are too few to tell", () => {
    expect(isFlat(fitLine([{ minute: 0, value: 1 }]), 0.05)).toBe(false);
  });
});
