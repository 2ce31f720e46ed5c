import { expect, test } from "vitest";
import { readChosen, readListSearch, toggle, writeChosen } from "../src/address/list-search.ts";
import { parseQueryString, writeQueryString } from "../src/address/query-string.ts";
import { findUsed } from "../src/list/dimensions.ts";
import { tagDimensions, toTagFilter, toTagOrder } from "../src/tags/tag-filter.ts";

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
  const chosen = new Map([["data.floor", ["x", "1..3", "3..6"]]]);
  const floor = tagDimensions.find(({ id }) => id === "data.floor");
  expect(toTagFilter(chosen)).toEqual({ data: { floor: { gte: 1, lt: 3 } } });
  expect(floor && findUsed(floor, ["x", "1..3", "3..6"])).toEqual(["1..3"]);
});

test.each([
  [["true"], { isActive: { eq: true } }],
  [["false"], { isActive: { eq: false } }],
  [["true", "false"], {}],
  [["maybe"], {}],
  [["false", "maybe"], { isActive: { eq: false } }],
])("the activity %j becomes the filter %j", (values, filter) => {
  expect(toTagFilter(new Map([["isActive", values]]))).toEqual({ ...filter, data: {} });
});

test.each([
  ["data.floor", [{ field: "DATA_FLOOR", direction: "ASC" }]],
  ["-updated", [{ field: "UPDATED_AT", direction: "DESC" }]],
  ["data.nope", []],
  ["-data.", []],
  ["floor", []],
])("the order %s is %j", (sort, order) => {
  expect(toTagOrder(sort)).toEqual(order);
});
