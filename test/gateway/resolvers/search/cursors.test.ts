import { expect, test } from "vitest";
import { type ListGateway, startListGateway } from "../../../support/list-gateway.ts";

/** Tags "000", "001" and so on; every other one is odd. */
function tagsUpTo(end: number) {
  return Array.from({ length: end }, (_, number) => ({
    ...{ id: String(number).padStart(3, "0"), name: `tag ${number}` },
    type: number % 2 === 1 ? "odd" : "even",
  }));
}

const odd = { type: { eq: "odd" } };

async function cursorOf(gateway: ListGateway, id: string, query: object = {}): Promise<string> {
  const { ids, cursors } = await gateway.find({ first: 1000, ...query });
  return cursors[ids.indexOf(id)] ?? "";
}

/** With these, every request has its own snapshot. */
const settings = { SNAPSHOT_TTL_SECONDS: "0" };

test("a filtered list's cursors without an order are valid for the plain one, and vice versa", async () => {
  await using gateway = await startListGateway({ tags: tagsUpTo(40), settings });
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

const orderBy = [{ field: "NAME" }];

test("a cursor belongs to its order and not to its filter; under relevance also to its search", async () => {
  await using gateway = await startListGateway({
    tags: tagsUpTo(12),
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
