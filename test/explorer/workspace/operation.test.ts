import { expect, it } from "vitest";
import { createNamer, findOperations } from "../../../src/explorer/workspace/saved/operation.ts";
import { titleOf } from "../../../src/explorer/workspace/title.ts";

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
  const nameOf = createNamer(taken);
  const names = ["", "", "F", "F"].map((folder) => nameOf({ name: "A", folder }));
  expect(names).toEqual(["A 3", "A 4", "A", "A 2"]);
  expect(nameOf({ name: "A 3", folder: "" })).toBe("A 3 2");
});

it.each([
  ["query Named { a }", "Named"],
  ["{ tags { name } }", "tags"],
  ['"""A query of it."""\nquery Named { a }', "Named"],
  ["# query Commented\nquery Named { a }", "Named"],
  ["", "Untitled"],
])("calls the query %j %s", (query, title) => {
  expect(titleOf({ query })).toBe(title);
});
