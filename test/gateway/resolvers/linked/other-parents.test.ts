import { expect, test } from "vitest";
import { startListGateway } from "../../../support/list-gateway.ts";

const world = {
  links: "tag.terminal_id=terminal.id",
  terminals: [{ id: 501, name: "Gate" }],
  tags: [1, 2].map((at) => ({ id: `T${at}`, additional_data: { terminal_id: 501 } })),
};

test("entities have linked records (rule 6)", async () => {
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

test("nodes of changes have linked records as they are then (rule 6)", async () => {
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
