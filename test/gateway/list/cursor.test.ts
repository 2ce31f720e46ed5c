import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatCursor, maxNeighbours, parseCursor } from "../../../src/gateway/list/cursor.ts";
import { seed } from "../../support/seed.ts";

const digests = fc.integer({ min: 0, max: 2 ** 48 - 1 });

const cursors = fc
  .record({
    position: fc.oneof(fc.nat(1000), fc.maxSafeNat()),
    count: fc.option(fc.oneof(fc.nat(1000), fc.nat(2 ** 52))),
    ahead: fc.array(digests, { maxLength: maxNeighbours }),
    row: digests,
    behind: fc.array(digests, { maxLength: maxNeighbours }),
    checksums: fc.array(fc.nat(2 ** 16 - 1), { minLength: 2 * maxNeighbours + 1 }),
  })
  .map(({ position, count, ahead, row, behind, checksums }) => ({
    position,
    count,
    digests: [...ahead, row, ...behind],
    own: ahead.length,
    contents: checksums.slice(0, ahead.length + 1 + behind.length),
  }));

describe(`a cursor (seed ${seed})`, () => {
  test("is parsed as it was written, and is short and safe in a URL", () => {
    const property = fc.property(cursors, (cursor) => {
      const text = formatCursor("tag", cursor);
      expect(parseCursor("tag", "after", text)).toEqual(cursor);
      expect(text.length).toBeLessThan(200);
      expect(encodeURIComponent(text)).toBe(text);
    });
    fc.assert(property, { seed, numRuns: 1000 });
  });
});
