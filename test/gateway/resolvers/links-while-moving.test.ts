import { expect, test } from "vitest";
import { startGateway } from "../../support/gateway.ts";
import { startListRegistry } from "../../support/real-registry.ts";

const terminals = Array.from({ length: 1500 }, (_, index) => ({
  id: index + 1,
  name: `t${index + 1}`,
  uuid: `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`,
}));

/** The ids of terminals around the end of the first page of 1,000. */
const named = Array.from({ length: 15 }, (_, index) => 994 + index);

const query =
  '{ tags { nodes { additionalDataField(identifier: "reader_uuid") { terminal { name } } } } }';

/** The names of the terminals that tags name by uuid. Some terminals are removed after each of the first pages. */
async function readLinks(removals: readonly (readonly number[])[]) {
  const tags = named.map((id) => ({
    id: `04${id}`,
    additional_data: { reader_uuid: terminals[id - 1]?.uuid },
  }));
  let pages = 0;
  await using registry = await startListRegistry({
    tags,
    terminals,
    onResponse: ({ target }) => {
      if (!target.startsWith("/api/v1/terminals?")) return;
      for (const id of removals[pages++] ?? []) void registry.remove("terminal", id);
    },
  });
  await using gateway = await startGateway({
    registryUrl: registry.url,
    key: registry.key,
    links: "tag.reader_uuid=terminal.uuid",
  });
  const { data, errors } = await gateway.query(query);
  expect(errors).toBeUndefined();
  return data.tags.nodes.map(
    ({ additionalDataField }: { additionalDataField: { terminal: { name: string } | null } }) =>
      additionalDataField.terminal?.name ?? null,
  );
}

test.each([
  ["one terminal is removed", [[500]]],
  ["seven are removed, one of them at the seam", [[1, 2, 3, 4, 5, 6, 1001]]],
  ["some are removed after every page", [[1], [2], [3], [4], [5], [6], [7], [8]]],
])("links by uuid find every terminal that stays while %s", async (_, removals) => {
  const removed = new Set(removals.flat());
  const names = await readLinks(removals);
  const expected = named.map((id) => (removed.has(id) ? expect.anything() : `t${id}`));
  expect(names.map((name: string | null, index: number) => name ?? `missing ${index}`)).toEqual(
    expected,
  );
});
