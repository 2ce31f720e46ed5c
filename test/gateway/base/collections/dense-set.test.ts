import fc from "fast-check";
import { expect, test } from "vitest";
import { DenseSet } from "../../../../src/gateway/base/collections/dense-set.ts";

test("a set lists the members that were added and not removed", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 10 })), (visits) => {
      const set = new DenseSet<{ denseIndex: number }>();
      const members = Array.from({ length: 11 }, () => ({ denseIndex: -1 }));
      const present = new Set<{ denseIndex: number }>();
      for (const visit of visits) {
        const member = members[visit] ?? { denseIndex: -1 };
        expect(present.has(member)).toBe(set.remove(member));
        if (!present.delete(member)) {
          present.add(member);
          set.add(member);
        }
        expect(new Set(set.list())).toEqual(present);
        expect(set.size).toBe(present.size);
      }
    }),
  );
});
