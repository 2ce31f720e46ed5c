import { describe, expect, test } from "vitest";
import { type ListGateway, startListGateway } from "../../../support/list-gateway.ts";

/** With these, every request has its own snapshot. */
const settings = { SNAPSHOT_TTL_SECONDS: "0" };

/** Tags "000", "001" and so on; every other one is odd. */
function tagsOf(numbers: readonly number[]) {
  return numbers.map((number) => ({
    id: String(number).padStart(3, "0"),
    name: `tag ${number}`,
    type: number % 2 === 1 ? "odd" : "even",
    added_when: 1_700_000_000,
    last_update: 1_700_000_000,
  }));
}

const upTo = (end: number, start = 0) =>
  Array.from({ length: end - start }, (_, index) => start + index);

const odd = { type: { eq: "odd" } };

async function cursorOf(gateway: ListGateway, id: string, query: object = {}): Promise<string> {
  const { ids, cursors } = await gateway.find({ first: 1000, ...query });
  return cursors[ids.indexOf(id)] ?? "";
}

describe("without an order", () => {
  test("a filtered list is in the registry's order", async () => {
    await using gateway = await startListGateway({ tags: tagsOf([5, 4, 3, 1, 2]) });
    expect(await gateway.ids({ filter: odd })).toEqual(["005", "003", "001"]);
  });

  test("a filtered list's cursors are valid for the plain one, and vice versa", async () => {
    await using gateway = await startListGateway({ tags: tagsOf(upTo(40)), settings });
    const filtered = await cursorOf(gateway, "021", { filter: odd });
    expect((await gateway.find({ first: 2, after: filtered })).ids).toEqual(["022", "023"]);
    expect((await gateway.find({ last: 2, before: filtered })).ids).toEqual(["019", "020"]);
    const plain = await cursorOf(gateway, "020");
    const ids = async (query: object) => (await gateway.find({ filter: odd, ...query })).ids;
    expect(await ids({ first: 2, after: plain })).toEqual(["021", "023"]);
    expect(await ids({ last: 2, before: plain })).toEqual(["017", "019"]);
    expect(await ids({ first: 9, after: plain, before: filtered })).toEqual([]);
    const last = await cursorOf(gateway, "027", { filter: odd });
    expect(await ids({ first: 9, after: plain, before: last })).toEqual(["021", "023", "025"]);
  });

  test("cursors find their place again when records have come and gone, their own records included", async () => {
    await using gateway = await startListGateway({ tags: tagsOf(upTo(400)), settings });
    const cursor = await cursorOf(gateway, "201", { filter: odd });
    const others = upTo(400).filter((number) => number % 3 === 1 && number !== 201);
    await gateway.registry.replace("tag", tagsOf([...upTo(503, 500), ...others]));
    const after = await gateway.find({ filter: odd, first: 2, after: cursor });
    expect(after).toMatchObject({ ids: ["205", "211"], warnings: [] });
    const before = await gateway.find({ filter: odd, last: 2, before: cursor });
    expect(before).toMatchObject({ ids: ["193", "199"], warnings: [] });
  });

  test("a cursor finds its place however far the list has moved", async () => {
    await using gateway = await startListGateway({ tags: tagsOf(upTo(40)), settings });
    const cursor = await cursorOf(gateway, "021", { filter: odd });
    // The count does not show how many of these are ahead.
    const fresh = upTo(9_000).map((number) => ({ id: `new ${number}`, type: "even" }));
    const [ahead, behind] = [fresh.slice(0, 4_500), fresh.slice(4_500)];
    await gateway.registry.replace("tag", [...ahead, ...tagsOf(upTo(40)), ...behind]);
    const found = await gateway.find({ filter: odd, first: 1, after: cursor });
    expect(found).toMatchObject({ ids: ["023"], warnings: [] });
  });

  test("PAGE_DRIFT warns when nothing is left near a cursor", async () => {
    await using gateway = await startListGateway({ tags: tagsOf(upTo(40)), settings });
    const cursor = await cursorOf(gateway, "021", { filter: odd });
    await gateway.registry.replace("tag", tagsOf([...upTo(10), ...upTo(140, 110)]));
    const found = await gateway.find({ filter: odd, first: 2, after: cursor });
    expect(found.warnings).toEqual([{ code: "PAGE_DRIFT", message: expect.any(String) }]);
    expect(found.ids).toEqual(["123", "125"]);
  });
});

describe("with an order", () => {
  const orderBy = [{ field: "NAME" }];

  test("a cursor belongs to its order and not to its filter", async () => {
    await using gateway = await startListGateway({ tags: tagsOf(upTo(12)) });
    const after = await cursorOf(gateway, "004", { orderBy });
    expect(await gateway.ids({ orderBy, after, filter: odd, first: 2 })).toEqual(["005", "007"]);
    expect(await gateway.ids({ orderBy, after, search: "01" })).toEqual(["010", "011"]);
  });

  test.each<[string, object]>([
    ["another field", { orderBy: [{ field: "TAG_ID" }] }],
    ["another direction", { orderBy: [{ field: "NAME", direction: "DESC" }] }],
    ["one more field", { orderBy: [...orderBy, { field: "TYPE" }] }],
    ["none", {}],
    ["none, but a filter", { filter: odd }],
    ["relevance", { search: "tag" }],
  ])("a cursor is BAD_USER_INPUT in another order: %s", async (_, query) => {
    await using gateway = await startListGateway({ tags: tagsOf(upTo(12)) });
    const after = await cursorOf(gateway, "004", { orderBy });
    expect((await gateway.refusal({ ...query, after })).extensions.code).toBe("BAD_USER_INPUT");
    expect((await gateway.refusal({ ...query, before: after })).extensions.code).toBe(
      "BAD_USER_INPUT",
    );
  });

  test("under relevance a cursor also belongs to its search", async () => {
    await using gateway = await startListGateway({ tags: tagsOf(upTo(12)) });
    const after = await cursorOf(gateway, "004", { search: "tag" });
    expect(await gateway.ids({ search: " TAG ", after, first: 1 })).toEqual(["005"]);
    expect((await gateway.refusal({ search: "ta", after })).extensions.code).toBe("BAD_USER_INPUT");
  });

  test("a cursor of the plain list, of another list or of no list is BAD_USER_INPUT", async () => {
    await using gateway = await startListGateway({
      tags: tagsOf(upTo(3)),
      terminals: [{ id: 1, name: "x" }],
    });
    const terminal = await gateway.find({ list: "terminals", orderBy });
    for (const after of [await cursorOf(gateway, "001"), terminal.cursors[0], "x", ""]) {
      expect((await gateway.refusal({ orderBy, after })).extensions.code).toBe("BAD_USER_INPUT");
    }
  });
});

describe.each([
  ["filtered", {}],
  ["filtered and ordered", { orderBy: [{ field: "TAG_ID" }] }],
])("the pages of a %s list", (_, order) => {
  const query = { filter: odd, ...order };

  test("know exactly whether there are records on either side, and how many there are in total", async () => {
    await using gateway = await startListGateway({ tags: tagsOf(upTo(12)) });
    const page = async (args: object) => {
      const found = await gateway.find({ ...query, ...args });
      const { ids, totalCount, hasPreviousPage, hasNextPage } = found;
      return [ids.map(Number), totalCount, hasPreviousPage, hasNextPage];
    };
    const [first = "", , third = "", , , last = ""] = (await gateway.find(query)).cursors;
    expect(await page({ first: 2 })).toEqual([[1, 3], 6, false, true]);
    expect(await page({ first: 6 })).toEqual([[1, 3, 5, 7, 9, 11], 6, false, false]);
    expect(await page({ first: 2, after: third })).toEqual([[7, 9], 6, true, true]);
    expect(await page({ first: 9, after: third })).toEqual([[7, 9, 11], 6, true, false]);
    expect(await page({ last: 2 })).toEqual([[9, 11], 6, true, false]);
    expect(await page({ last: 2, before: third })).toEqual([[1, 3], 6, false, true]);
    expect(await page({ last: 1, before: third })).toEqual([[3], 6, true, true]);
    expect(await page({ first: 9, after: first, before: third })).toEqual([[3], 6, true, true]);
    expect(await page({ first: 0 })).toEqual([[], 6, false, true]);
    expect(await page({ last: 0 })).toEqual([[], 6, true, false]);
    expect(await page({ first: 1, after: last })).toEqual([[], 6, true, false]);
  });

  test.each([
    [{ first: 1, last: 1 }],
    [{ first: -1 }],
    [{ last: 1001 }],
    [{ after: "nonsense" }],
    [{ before: "" }],
  ])("take the arguments of plain lists: %o is BAD_USER_INPUT and costs nothing", async (args) => {
    await using gateway = await startListGateway({ tags: tagsOf(upTo(3)) });
    const { extensions } = await gateway.refusal({ ...query, ...args });
    expect(extensions.code).toBe("BAD_USER_INPUT");
    expect(gateway.registry.calls).toEqual([]);
  });

  test("have 100 records by default", async () => {
    await using gateway = await startListGateway({ tags: tagsOf(upTo(300)) });
    expect((await gateway.find(query)).ids).toHaveLength(100);
  });
});
