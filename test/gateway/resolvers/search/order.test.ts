import { afterAll, beforeEach, expect, test } from "vitest";
import { compareIntegers } from "../../../../src/gateway/resolvers/search/list-descriptions.ts";
import { type ListQuery, startListGateway } from "../../../support/list-gateway.ts";

const gateway = await startListGateway({
  tags: [
    {
      id: "a",
      type: "y",
      is_active: true,
      added_when: 1_700_000_005,
      last_update: 1_800_000_000_000,
    },
    { id: "b", type: "x", is_active: 0, added_when: 1_700_000_009, last_update: 1_700_000_000 },
    { id: "c", type: null, is_active: "no", added_when: 1_700_000_001, last_update: 5 },
  ],
  terminals: [
    { id: 10, name: "x", model: "y", platform: "y", platform_version: "1.10" },
    { id: 9, name: "x", model: "x", platform: "x", platform_version: "1.9" },
    { id: 100, name: "x", model: "z", platform: "z", platform_version: "1.11" },
  ],
});
beforeEach(() => gateway.registry.resetCalls());
afterAll(() => gateway[Symbol.asyncDispose]());

test.each<[ListQuery["list"], string, string, string]>([
  ["tags", "IS_ACTIVE", "ASC", "b a c"],
  ["tags", "ADDED_AT", "ASC", "c a b"],
  ["tags", "UPDATED_AT", "ASC", "b a c"],
  ["tags", "TAG_ID", "ASC", "a b c"],
  ["tags", "TYPE", "ASC", "b a c"],
  ["terminals", "MODEL", "ASC", "9 10 100"],
  ["terminals", "PLATFORM", "ASC", "9 10 100"],
  ["terminals", "PLATFORM_VERSION", "ASC", "9 10 100"],
  ["terminals", "TERMINAL_ID", "ASC", "9 10 100"],
  ["terminals", "TERMINAL_ID", "DESC", "100 10 9"],
  // Ties are broken by the number of the id.
  ["terminals", "NAME", "DESC", "9 10 100"],
])("the order of %s by %s, %s, is %s", async (list, field, direction, ids) => {
  const query = { ...(list && { list }), orderBy: [{ field, direction }] };
  expect((await gateway.ids(query)).join(" ")).toBe(ids);
});

test.each([
  [{ field: "NAME", identifier: "key" }],
  [{ field: "ADDITIONAL_DATA" }],
  [{ field: "ADDITIONAL_DATA", identifier: null }],
  [{ field: "MODEL" }],
  [{ field: "NAME", direction: null }],
])("an order by %j is BAD_USER_INPUT, without a call", async (order) => {
  expect((await gateway.refusal({ orderBy: [order] })).extensions.code).toBe("BAD_USER_INPUT");
  expect(gateway.registry.calls).toEqual([]);
});

test("ids of terminals are ordered by number, however long they are", () => {
  const ids = ["-12", "-3", "0", "5", "40", "9007199254740992", "9007199254740993"];
  ids.push("1".repeat(400), "2".repeat(400), "007x", "x");
  expect(ids.toReversed().sort(compareIntegers)).toEqual(ids);
});
