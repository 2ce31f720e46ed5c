import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { takeShare } from "../../../src/commands/workers/share.ts";
import { readSettings } from "../../../src/settings.ts";

const settings = readSettings({});

describe("a setting that holds for all workers together", () => {
  const shared = [
    "REGISTRY_MAX_CONNECTIONS",
    "MAX_MEMORY_BYTES",
    "MAX_SUBSCRIPTIONS",
    "MAX_REQUESTS_UNDER_WAY",
  ] as const;

  test.each(shared)("is divided evenly, and the shares add up to it: %s", (name) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 256 }),
        fc.integer({ min: 256, max: 2 ** 40 }),
        (of, total) => {
          const shares = Array.from({ length: of }, (_, index) => {
            const place = { number: index + 1, of };
            return takeShare({ ...settings, [name]: total }, place)[name];
          });
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
          expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test("is divided, and every other setting is the same in each worker", () => {
    const own = takeShare(settings, { number: 2, of: 3 });
    const others = Object.keys(settings).filter((name) => !shared.some((one) => one === name));
    for (const name of others) expect(own).toHaveProperty([name], settings[name as "HOST"]);
  });

  test("is at least 1 in each worker", () => {
    const small = { ...settings, REGISTRY_MAX_CONNECTIONS: 3 };
    const last = takeShare(small, { number: 4, of: 4 });
    expect(last.REGISTRY_MAX_CONNECTIONS).toBe(1);
  });
});
