import { expect, test } from "vitest";
import { ArgumentError } from "../../../../src/gateway/list/arguments.ts";
import { Cursors } from "../../../../src/gateway/list/changes/cursor.ts";

const secret = Buffer.from("one process");
const cursors = new Cursors(secret, "a key");

test.each([
  { subjects: new Set(["tag"] as const), position: 5, from: 5, end: 5 },
  {
    subjects: new Set(["terminal"] as const),
    position: 10 ** 9,
    from: 10 ** 9,
    end: 10 ** 9,
  },
  {
    subjects: new Set(["tag", "terminal"] as const),
    position: 300,
    from: 5,
    end: 70_000,
  },
])(
  "a cursor is parsed into its place, but only for its own key and by its own process: %j",
  (place) => {
    const text = cursors.format(place);
    expect(cursors.parse(text)).toEqual(place);
    expect(() => new Cursors(secret, "another key").parse(text)).toThrow(ArgumentError);
    expect(new Cursors(Buffer.from("another process"), "a key").parse(text)).toBeNull();
  },
);
