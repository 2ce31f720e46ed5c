import { expect, test } from "vitest";
import { startGateway } from "../../../support/gateway.ts";
import { startMovingLists } from "../../../support/moving-lists.ts";

test("while the linked list cannot be read whole, links that lead nowhere are not counted for certain", async () => {
  await using registry = await startMovingLists();
  registry.moving = ["terminals"];
  const links = "tag.terminal_id=terminal.id";
  await using gateway = await startGateway({ registryUrl: registry.url, key: "k", links });
  const { data, errors, extensions } = await gateway.query(
    "{ project { dataQuality(of: TAG, first: 0) { totalCount counts { code count } } } }",
  );
  expect(data.project.dataQuality).toEqual({
    totalCount: null,
    counts: [{ code: "MISSING_VALUE", count: 100 }],
  });
  expect(errors).toMatchObject([
    { path: ["project", "dataQuality", "totalCount"], extensions: { list: "terminals" } },
  ]);
  expect(extensions).toMatchObject({ warnings: [{ code: "LIST_INCOMPLETE", list: "terminals" }] });
});
