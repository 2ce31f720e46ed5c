import { afterAll, expect, test } from "vitest";
import { startGateway } from "../../../support/gateway.ts";
import { startMovingLists } from "../../../support/moving-lists.ts";

const registry = await startMovingLists();
const gateway = await startGateway({ registryUrl: registry.url, key: "k" });
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});

const warningOf = (list: string) => ({
  code: "LIST_INCOMPLETE",
  message: expect.stringContaining("could not be read whole, so records may be missing"),
  list,
  recordsRead: expect.any(Number),
  recordsStated: 300,
});
const errorOf = (list: string, path: readonly string[]) => ({
  message: `GET /api/v1/${list}: the list could not be read whole, so records may be missing`,
  locations: expect.any(Array),
  path,
  extensions: { code: "REGISTRY_BAD_RESPONSE", list },
});

test("the error in place of a count names the list of the warning", async () => {
  const { data, errors, extensions } = await gateway.query(
    "{ tags(filter: {}, first: 1) { totalCount nodes { name } } }",
  );
  expect(data.tags).toEqual({ totalCount: null, nodes: [{ name: expect.any(String) }] });
  expect(errors).toEqual([errorOf("tags", ["tags", "totalCount"])]);
  expect(extensions).toEqual({ warnings: [warningOf("tags")] });
});

test.each([
  ["tags", 'tagsByUid(uid: "DEADBEEF") { spelling }'],
  ["terminals", 'terminalByUuid(uuid: "none") { name }'],
  ["terminals", 'terminalsByUuid(uuid: "none") { name }'],
  ["terminals", 'terminalsByImei(imei: "0") { name }'],
])("a look-up that finds nothing in the %s comes with the warning too", async (list, field) => {
  const { data, errors, extensions } = await gateway.query(`{ found: ${field} }`);
  expect(data).toEqual({ found: null });
  expect(errors).toEqual([errorOf(list, ["found"])]);
  expect(extensions).toEqual({ warnings: [warningOf(list)] });
});

test.each([
  [20, "as many records as it states", /may be missing: \d+( of 300)? were read\. Try again/],
  [110, "fewer records than it states", /may be missing: \d+ of 300 were read\. Try again/],
])(
  "of a list that moves by %i at each call, with %s, the warning says so",
  async (step, _, words) => {
    await using moving = await startMovingLists(step);
    await using reader = await startGateway({ registryUrl: moving.url, key: "k" });
    const { extensions } = await reader.query("{ tags(filter: {}, first: 1) { nodes { id } } }");
    expect(extensions).toMatchObject({ warnings: [{ message: expect.stringMatching(words) }] });
  },
);
