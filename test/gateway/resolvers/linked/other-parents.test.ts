import { expect, test } from "vitest";
import { startListGateway } from "../../../support/list-gateway.ts";

const links = "tag.terminal_id=terminal.id,terminal.home=tag.id";

test("entities have linked records, pages by offset, filters by date and facets, as roots have them", async () => {
  const days = ["2026-01-31", "2026-02-01", "2026-02-29", "2026-03-31T23:30:00-02:00"];
  const tags = [...days, "2026-01-02"].map((due, at) => ({
    id: `T${at}`,
    name: String(at),
    additional_data: { due, load: at === 1 ? "1,5" : at, terminal_id: at < 4 ? 501 : 502 },
  }));
  const terminals = days.map((due, at) => ({
    id: 501 + at,
    name: String(at),
    additional_data: { due, load: at, home: "T0" },
  }));
  const settings = { FEDERATION: "true" };
  await using gateway = await startListGateway({ tags, terminals, links, settings });
  const list = `(offset: 1, first: 1, orderBy: [{ field: ADDED_AT, direction: DESC }],
    filter: { additionalData: [{ identifier: "due", date: { gte: "2026-02-01T00:00:00Z" } }] }) {
    totalCount nodes { name }
    facets(by: [{ field: ADDITIONAL_DATA, identifier: "due", every: MONTH }, { field: ADDITIONAL_DATA, identifier: "load" }]) {
      nullCount values { count } numbers { count sum } }
    pageInfo { hasPreviousPage } }`;
  const { data, errors } = await gateway.query(`{
    _entities(representations: [
      { __typename: "Terminal", terminalId: "501" }, { __typename: "Tag", tagId: "T0" }
    ]) { ... on Terminal { list: linkedTags${list} } ... on Tag { list: linkedTerminals${list} } }
    terminal(id: "501") { list: linkedTags${list} }
    tag(id: "T0") { list: linkedTerminals${list} }
  }`);
  expect(errors).toBeUndefined();
  expect(data._entities).toEqual([data.terminal, data.tag]);
  const numbers = [
    { count: 1, sum: 3 },
    { count: 2, sum: 4 },
  ];
  for (const [at, one] of data._entities.entries()) {
    expect(one.list).toMatchObject({
      ...{ totalCount: 2, nodes: [{ name: "1" }], pageInfo: { hasPreviousPage: true } },
      // The facet by due date ignores the condition on it.
      facets: [
        { nullCount: 1, values: [1, 1, 0, 1].map((count) => ({ count })) },
        { numbers: numbers[at] },
      ],
    });
  }
});

test("nodes of changes have linked records as they are then", async () => {
  const tags = [1, 2].map((at) => ({ id: `T${at}`, additional_data: { terminal_id: 501 } }));
  const terminals = [{ id: 501, name: "Gate" }];
  await using gateway = await startListGateway({ tags, terminals, links });
  await using stream = await gateway.subscribe(
    "subscription { changes(of: TERMINAL) { kind node { ... on Terminal { name linkedTags { totalCount } } } } }",
  );
  expect(await stream.change()).toMatchObject({ kind: "RESET" });
  for (const [totalCount, name] of [
    [2, "Main gate"],
    [1, "Side gate"],
  ] as const) {
    if (totalCount === 1) await gateway.registry.remove("tag", "T1");
    await gateway.registry.replace("terminal", [{ id: 501, name }]);
    await gateway.poll();
    const node = { name, linkedTags: { totalCount } };
    expect(await stream.change()).toMatchObject({ kind: "CHANGED", node });
  }
});
