import { expect, test } from "vitest";
import { readChosen, readListSearch, toggle, writeChosen } from "../src/address/list-search.ts";
import { parseQueryString, writeQueryString } from "../src/address/query-string.ts";
import { findUsed } from "../src/list/dimensions.ts";
import { findTagDimensions, toTagFilter, toTagOrder } from "../src/tags/tag-filter.ts";

test("an address keeps the chosen values, whatever characters they have", () => {
  const chosen = new Map([
    ["data.a:b%", ["x:y", "", "ä&=#?+ %2F"]],
    ["data.__proto__", ["constructor"]],
    ["isActive", ["true", "false"]],
  ]);
  const address = writeQueryString({ q: "50% off & more", is: writeChosen(chosen) });
  const search = readListSearch(parseQueryString(address));
  expect(search.q).toBe("50% off & more");
  expect(readChosen(search.is)).toEqual(chosen);
});

test("choosing a value twice removes it again", () => {
  const chosen = new Map([["platform", ["Android"]]]);
  expect(toggle(toggle(chosen, "platform", "iOS"), "platform", "iOS")).toEqual(chosen);
  expect(writeChosen(toggle(chosen, "platform", "Android"))).toBeUndefined();
});

test.each([
  ["?page=3", { page: 3 }],
  ["?page=1", {}],
  ["?page=99999999999", {}],
  ["?after=a&page=1", { after: "a" }],
  ["?after=a&page=2.5", { after: "a" }],
  ["?after=a&page=1e3", { after: "a", page: 1000 }],
  ["?before=b&page=3&page=4", { before: "b", page: 3 }],
  ["?after=a&before=b", { after: "a" }],
  ["?q=&after=&is=", {}],
  ["?q=+fire+door+", { q: "fire door" }],
  ["?q=%20", {}],
  ["?other=x&__proto__=y", {}],
])("the address %s is read as %o", (address, search) => {
  expect(readListSearch(parseQueryString(address))).toEqual(search);
});

test("of several ranges only the first valid one is used", () => {
  const floor = { type: "NUMBER", name: "Floor", identifier: "floor", options: [] } as const;
  const chosen = new Map([["data.floor", ["x", "1..3", "3..6"]]]);
  const dimensions = findTagDimensions([floor], chosen);
  const [range] = dimensions;
  expect(toTagFilter(dimensions, chosen)).toEqual({
    additionalData: [{ identifier: "floor", number: { gte: 1, lt: 3 } }],
  });
  expect(range && findUsed(range, ["x", "1..3", "3..6"])).toEqual(["1..3"]);
});

test.each([
  [["true"], { isActive: { eq: true } }],
  [["false"], { isActive: { eq: false } }],
  [["true", "false"], {}],
  [["maybe"], {}],
  [["false", "maybe"], { isActive: { eq: false } }],
])("the activity %j becomes the filter %j", (values, filter) => {
  expect(toTagFilter([], new Map([["isActive", values]]))).toEqual(filter);
});

test.each([
  ["data.floor", [{ field: "ADDITIONAL_DATA", identifier: "floor", direction: "ASC" }]],
  ["-updated", [{ field: "UPDATED_AT", direction: "DESC" }]],
  ["data.nope", []],
  ["-data.", []],
  ["floor", []],
])("the order %s is %j in a project that has only floors", (sort, order) => {
  const floor = { type: "NUMBER", name: "Floor", identifier: "floor", options: [] } as const;
  expect(toTagOrder(sort, [floor])).toEqual(order);
});
