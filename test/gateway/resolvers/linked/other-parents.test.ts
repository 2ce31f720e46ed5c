import { expect, test } from "vitest";
import { startListGateway } from "../../../support/list-gateway.ts";

const world = {
  links: "tag.terminal_id=terminal.id",
  terminals: [{ id: 501, name: "Gate" }],
  tags: [1, 2].map((at) => ({ id: `T${at}`, additional_data: { terminal_id: 501 } })),
};

test("entities have linked records", async () => {
  await using gateway = await startListGateway({ ...world, settings: { FEDERATION: "true" } });
  const { data, errors } = await gateway.query(
    `{ _entities(representations: [{ __typename: "Terminal", terminalId: "501" }, { __typename: "Tag", tagId: "T1" }]) {
      ... on Terminal { linkedTags { nodes { tagId } } }
      ... on Tag { linkedTags { totalCount } }
    } }`,
  );
  expect(errors).toBeUndefined();
  expect(data._entities).toEqual([
    { linkedTags: { nodes: [{ tagId: "T1" }, { tagId: "T2" }] } },
    { linkedTags: { totalCount: 0 } },
  ]);
});

test("entities have pages by offset, filters by date, and facets, as roots have them", async () => {
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
  await using gateway = await startListGateway({
    ...{ tags, terminals, links: "tag.terminal_id=terminal.id,terminal.home=tag.id" },
    settings: { FEDERATION: "true" },
  });
  const list = `
    totalCount nodes { name }
    facets(by: [
      { field: ADDITIONAL_DATA, identifier: "due", every: MONTH },
      { field: ADDITIONAL_DATA, identifier: "load" }
    ]) { nullCount values { fromAt count } numbers { count sum } }
    pageInfo { hasPreviousPage }`;
  const asked = `offset: 1, first: 1, orderBy: [{ field: ADDED_AT, direction: DESC }],
    filter: { additionalData: [{ identifier: "due", date: { gte: "2026-02-01T00:00:00Z" } }] }`;
  const onTerminal = `linkedTags(${asked}) { ${list} }`;
  const onTag = `linkedTerminals(${asked}) { ${list} }`;
  const { data, errors } = await gateway.query(`{
    _entities(representations: [
      { __typename: "Terminal", terminalId: "501" }, { __typename: "Tag", tagId: "T0" }
    ]) { ... on Terminal { ${onTerminal} } ... on Tag { ${onTag} } }
    terminal(id: "501") { ${onTerminal} }
    tag(id: "T0") { ${onTag} }
  }`);
  expect(errors).toBeUndefined();
  expect(data._entities).toEqual([data.terminal, data.tag]);
  const [{ linkedTags }, { linkedTerminals }] = data._entities;
  for (const { totalCount, nodes, facets, pageInfo } of [linkedTags, linkedTerminals]) {
    expect([totalCount, nodes, pageInfo.hasPreviousPage]).toEqual([2, [{ name: "1" }], true]);
    // The facet by due date ignores the condition on it.
    expect(facets[0].values.map(({ count }: { readonly count: number }) => count)).toEqual([
      1, 1, 0, 1,
    ]);
    expect(facets[0].nullCount).toBe(1);
  }
  expect(linkedTags.facets[1].numbers).toEqual({ count: 1, sum: 3 });
  expect(linkedTerminals.facets[1].numbers).toEqual({ count: 2, sum: 4 });
});

test("nodes of changes have linked records as they are then", async () => {
  await using gateway = await startListGateway(world);
  await using stream = await gateway.subscribe(
    "subscription { changes(of: TERMINAL) { kind node { ... on Terminal { name linkedTags { totalCount } } } } }",
  );
  expect(await stream.change()).toMatchObject({ kind: "RESET" });
  for (const [tags, name] of [
    [2, "Main gate"],
    [1, "Side gate"],
  ] as const) {
    if (tags === 1) await gateway.registry.remove("tag", "T1");
    await gateway.registry.replace("terminal", [{ id: 501, name }]);
    await gateway.poll();
    expect(await stream.change()).toMatchObject({
      kind: "CHANGED",
      node: { name, linkedTags: { totalCount: tags } },
    });
  }
});
