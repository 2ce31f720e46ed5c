import { expect, it } from "vitest";
import { findOperations, toFreeName } from "../../../src/explorer/workspace/saved/operation.ts";

const operations = [
  { name: "Worn tags", folder: "Audit", query: "{ tags { name } }" },
  { name: "All", folder: "", query: "{ terminals { name } }" },
];

it.each([
  ["", [0, 1]],
  ["WORN", [0]],
  ["audit name", [0]],
  ["terminals", [1]],
  ["worn terminals", []],
])("finds %j by name, folder or text: all words must occur", (search, found) => {
  expect(findOperations(operations, search)).toEqual(found.map((at) => operations[at]));
});

it("numbers a name that is taken in its folder, and no other", () => {
  const taken = [
    { name: "A", folder: "" },
    { name: "A 2", folder: "" },
  ];
  expect(toFreeName({ name: "A", folder: "" }, taken)).toBe("A 3");
  expect(toFreeName({ name: "A", folder: "F" }, taken)).toBe("A");
});
