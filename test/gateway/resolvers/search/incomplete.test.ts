import { afterEach, beforeEach, expect, test } from "vitest";
import { startGatewayWith } from "../../../support/gateway.ts";
import { startMovingLists } from "../../../support/moving-lists.ts";

/** Of 300 tags and terminals each, those of lists that move cannot be read whole. */
const start = async (step?: number, settings = {}) =>
  startGatewayWith(await startMovingLists(step), {
    links: "tag.terminal_id=terminal.id",
    settings,
  });

let gateway: Awaited<ReturnType<typeof start>>;
beforeEach(async () => {
  gateway = await start();
});
afterEach(() => gateway[Symbol.asyncDispose]());

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

test("a list that three readings could not read whole is delivered as far as it was read, and says so", async () => {
  const { data, errors, extensions } = await gateway.query(`{ tags(filter: {}, first: 1000) {
    nodes { tagId } totalCount pageInfo { hasPreviousPage hasNextPage } } }`);
  const { nodes, totalCount, pageInfo } = data.tags;
  expect(nodes.length).toBeGreaterThan(30);
  expect(totalCount).toBeNull();
  expect(errors).toEqual([errorOf("tags", ["tags", "totalCount"])]);
  expect(pageInfo).toEqual({ hasPreviousPage: false, hasNextPage: false });
  expect(extensions).toEqual({ warnings: [{ ...warningOf("tags"), recordsRead: nodes.length }] });
  const page = await gateway.query(
    "{ tags(filter: {}, first: 5) { nodes { tagId } pageInfo { hasNextPage } } }",
  );
  expect(page.errors).toBeUndefined();
  expect(page.data.tags).toEqual({ nodes: nodes.slice(0, 5), pageInfo: { hasNextPage: true } });
});

test("a page of such a list that is too long to be read whole is delivered with a warning", async () => {
  await using reader = await start(110, { MAX_SCAN_RECORDS: "100" });
  const { data, errors, extensions } = await reader.query("{ tags(first: 200) { nodes { id } } }");
  expect(errors).toBeUndefined();
  expect(data.tags.nodes.length).toBeGreaterThan(50);
  expect(extensions).toMatchObject({ warnings: [{ code: "PAGE_DRIFT" }] });
});

test("the warning states no number of records if the registry states none", async () => {
  gateway.registry.rules.isCountless = true;
  const { extensions } = await gateway.query("{ tags(filter: {}) { nodes { tagId } } }");
  expect(extensions).toMatchObject({
    warnings: [{ code: "LIST_INCOMPLETE", recordsStated: null }],
  });
});

test.each([
  [20, "as many records as it states", /may be missing: \d+( of 300)? were read\. Try again/],
  [110, "fewer records than it states", /may be missing: \d+ of 300 were read\. Try again/],
])("the warning of a list that moves by %i at each call has %s", async (step, _, words) => {
  await using reader = await start(step);
  const { extensions } = await reader.query("{ tags(filter: {}, first: 1) { nodes { id } } }");
  expect(extensions).toMatchObject({ warnings: [{ message: expect.stringMatching(words) }] });
});

test.each([
  ["tags", 'tagsByUid(uid: "DEADBEEF") { spelling }'],
  ["tags", 'tagsByUids(uids: ["DEADBEEF"]) { uid }'],
  ["terminals", 'terminalByUuid(uuid: "none") { name }'],
  ["terminals", 'terminalsByImei(imei: "0") { name }'],
])(
  "no absence is claimed: a look-up that finds nothing in the %s is an error: %s",
  async (list, field) => {
    const { data, errors, extensions } = await gateway.query(`{ found: ${field} }`);
    expect(data).toEqual({ found: null });
    expect(errors).toEqual([errorOf(list, ["found"])]);
    expect(extensions).toEqual({ warnings: [warningOf(list)] });
  },
);

test("links that lead nowhere are not counted for certain while the linked list cannot be read whole", async () => {
  gateway.registry.moving = ["terminals"];
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
  expect(extensions).toMatchObject({ warnings: [warningOf("terminals")] });
});
