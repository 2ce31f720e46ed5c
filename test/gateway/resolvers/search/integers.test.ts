import { describe, expect, test } from "vitest";
import { compareIntegers } from "../../../../src/gateway/resolvers/search/list-descriptions.ts";

describe("ids of terminals", () => {
  test("are ordered by number, however long they are", () => {
    const ids = [
      "-12",
      "-3",
      "0",
      "5",
      "40",
      "9007199254740992",
      "9007199254740993",
      "1".repeat(400),
      "2".repeat(400),
      "007x",
      "x",
    ];
    expect(ids.toReversed().sort(compareIntegers)).toEqual(ids);
  });
});
