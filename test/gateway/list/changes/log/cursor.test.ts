import fc from "fast-check";
import { expect, test } from "vitest";
import type { Subject } from "../../../../../src/gateway/call/decode/records.ts";
import { ChangesError } from "../../../../../src/gateway/list/changes/errors.ts";
import { Cursors, type ListenerPlace } from "../../../../../src/gateway/list/changes/log/cursor.ts";
import { maxSteps } from "../../../../../src/gateway/list/changes/log/log-reader.ts";

const cursors = new Cursors();
const mark = cursors.markOf("a digest");

const subjects = fc
  .constantFrom<readonly Subject[]>(["tag"], ["terminal"], ["tag", "terminal"])
  .map((list) => new Set(list));

/** Places that a listener can have: `upTo` and `end` grow from step to step. */
const place: fc.Arbitrary<ListenerPlace> = fc
  .record({
    position: fc.nat(10 ** 9),
    grown: fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9 })), {
      maxLength: maxSteps,
    }),
    subjects,
  })
  .map(({ position, grown, subjects: of }) => {
    let [upTo, end] = [position, position];
    const steps = grown.map(([more, ahead]) => {
      upTo += more;
      end = Math.max(upTo, end + 1) + ahead;
      return { upTo, end };
    });
    return { position, steps, subjects: of };
  });

test("a cursor is parsed into its place, but only for its own key and by its own process", () => {
  fc.assert(
    fc.property(place, (one) => {
      const text = cursors.format(mark, one);
      expect(cursors.parse(mark, text)).toEqual(one);
      expect(() => cursors.parse(cursors.markOf("another digest"), text)).toThrow(ChangesError);
      expect(new Cursors().parse(mark, text)).toBeNull();
    }),
  );
});

test("any other text is refused, and so is a cursor with a character changed", () => {
  const anything = fc.oneof(fc.string({ unit: "binary" }), fc.base64String());
  fc.assert(
    fc.property(anything, (text) => {
      expect(() => cursors.parse(mark, text)).toThrow(ChangesError);
    }),
  );
  fc.assert(
    fc.property(place, fc.nat(), fc.constantFrom("A", "z", "=", " ", ""), (one, at, letter) => {
      const text = cursors.format(mark, one);
      const index = at % text.length;
      const other = text.slice(0, index) + letter + text.slice(index + 1);
      fc.pre(other !== text);
      expect(() => cursors.parse(mark, other)).toThrow(ChangesError);
    }),
  );
});

test.each([
  ["goes back", [{ upTo: 4, end: 9 }]],
  ["takes nothing", [{ upTo: 5, end: 9 }]],
  ["ends before its place", [{ upTo: 8, end: 7 }]],
  [
    "does not go on from the one before",
    [
      { upTo: 6, end: 9 },
      { upTo: 7, end: 9 },
    ],
  ],
])("a cursor with a step that %s is refused", (_, steps) => {
  const text = cursors.format(mark, { position: 5, steps, subjects: new Set(["tag"]) });
  expect(() => cursors.parse(mark, text)).toThrow(ChangesError);
});
