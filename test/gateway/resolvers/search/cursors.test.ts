import { describe, expect, test } from "vitest";
import { type ListGateway, startListGateway } from "../../../support/list-gateway.ts";

/** Tags "000", "001" and so on; every other one is odd. */
function tagsOf(numbers: readonly number[]) {
  return numbers.map((number) => ({
    ...{ id: String(number).padStart(3, "0"), name: `tag ${number}` },
    type: number % 2 === 1 ? "odd" : "even",
    ...{ added_when: 1_700_000_000, last_update: 1_700_000_000 },
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
  /** With these, every request has its own snapshot. */
  const settings = { SNAPSHOT_TTL_SECONDS: "0" };

  test("a filtered list's cursors are valid for the plain one, and vice versa", async () => {
    await using gateway = await startListGateway({ tags: tagsOf(upTo(40)), settings });
    const filtered = await cursorOf(gateway, "021", { filter: odd });
    const last = await cursorOf(gateway, "027", { filter: odd });
    const plain = await cursorOf(gateway, "020");
    for (const [query, ids] of [
      [{ first: 2, after: filtered }, ["022", "023"]],
      [{ last: 2, before: filtered }, ["019", "020"]],
      [{ filter: odd, first: 2, after: plain }, ["021", "023"]],
      [{ filter: odd, last: 2, before: plain }, ["017", "019"]],
      [{ filter: odd, first: 9, after: plain, before: filtered }, []],
      [{ filter: odd, first: 9, after: plain, before: last }, ["021", "023", "025"]],
    ] as const) {
      expect((await gateway.find(query)).ids).toEqual(ids);
    }
  });

  test("cursors find their place again when records have come and gone, their own included, unless nothing is left near", async () => {
    await using gateway = await startListGateway({ tags: tagsOf(upTo(400)), settings });
    const after = await cursorOf(gateway, "201", { filter: odd });
    const find = async (tags: readonly { readonly id: string }[], query: object) => {
      await gateway.registry.replace("tag", tags);
      const { ids, warnings } = await gateway.find({ filter: odd, ...query });
      return [...ids, ...warnings.map(({ code }) => code)];
    };
    const others = upTo(400).filter((number) => number % 3 === 1 && number !== 201);
    const thinned = tagsOf([...upTo(503, 500), ...others]);
    expect(await find(thinned, { first: 2, after })).toEqual(["205", "211"]);
    expect(await find(thinned, { last: 2, before: after })).toEqual(["193", "199"]);
    // The count does not show how many of the new ones are ahead.
    const fresh = upTo(9_000).map((number) => ({ id: `new ${number}`, type: "even" }));
    const far = [...fresh.slice(0, 4_500), ...tagsOf(upTo(400)), ...fresh.slice(4_500)];
    expect(await find(far, { first: 1, after })).toEqual(["203"]);
    const gone = tagsOf([...upTo(100), ...upTo(500, 300)]);
    expect(await find(gone, { first: 0, after })).toEqual(["PAGE_DRIFT"]);
  });
});

describe("with an order", () => {
  const orderBy = [{ field: "NAME" }];

  test("a cursor belongs to its order and not to its filter; under relevance also to its search", async () => {
    await using gateway = await startListGateway({
      tags: tagsOf(upTo(12)),
      terminals: [{ id: 1, name: "x" }],
    });
    const after = await cursorOf(gateway, "004", { orderBy });
    expect(await gateway.ids({ orderBy, after, filter: odd, first: 2 })).toEqual(["005", "007"]);
    expect(await gateway.ids({ orderBy, after, search: "01" })).toEqual(["010", "011"]);
    const found = await cursorOf(gateway, "004", { search: "tag" });
    expect(await gateway.ids({ search: " TAG ", after: found, first: 1 })).toEqual(["005"]);
    const terminal = await gateway.find({ list: "terminals", orderBy });
    for (const query of [
      { after, orderBy: [{ field: "TAG_ID" }] },
      { after, orderBy: [{ field: "NAME", direction: "DESC" }] },
      { before: after, orderBy: [...orderBy, { field: "TYPE" }] },
      { after },
      { before: after, filter: odd },
      { after, search: "tag" },
      { after: found, search: "ta" },
      { after: await cursorOf(gateway, "001"), orderBy },
      { after: terminal.cursors[0], orderBy },
      { after: "", orderBy },
    ]) {
      expect((await gateway.refusal(query)).extensions.code).toBe("BAD_USER_INPUT");
    }
  });
});
