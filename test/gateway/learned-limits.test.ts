import { expect, test } from "vitest";
import { formatCursor, parseCursor } from "../../src/gateway/list/cursor.ts";
import { startScriptedGateway } from "../support/gateway.ts";
import { ManualClock } from "../support/manual-clock.ts";

const tags = Array.from({ length: 3000 }, (_, index) => ({
  id: `04${index}`,
  name: `tag ${index}`,
}));

/** How many tags most tests read, and the limit of the call that reads them: a few more, for cursors. */
const rows = 900;
const limit = rows + 4;

async function setUp() {
  const clock = new ManualClock();
  const gateway = await startScriptedGateway({ tags }, { clock });
  const { registry } = gateway;
  return {
    clock,
    registry,
    /** Reads tags with a key. Without `rows` the list failed; `limits` are those of the REST calls. */
    async read(key: string, first: number, after?: string) {
      registry.calls.length = 0;
      const document =
        "query ($first: Int, $after: String) { tags(first: $first, after: $after) { nodes { tagId } pageInfo { endCursor } } }";
      const options = { variables: { first, after }, key };
      const { data, codes = [] } = await gateway.query(document, options);
      const nodes: readonly { tagId: string }[] | undefined = data.tags?.nodes;
      return {
        rows: nodes?.length ?? null,
        codes,
        limits: registry.calls.map(({ limit }) => limit),
        endCursor: (data.tags?.pageInfo.endCursor ?? null) as string | null,
      };
    },
    [Symbol.asyncDispose]: gateway[Symbol.asyncDispose],
  };
}

test("a key that is always refused costs other keys nothing, and is served like them once it is accepted", async () => {
  await using setup = await setUp();
  const { read, registry } = setup;
  await read("a", 100);
  registry.rules.keys.set("b", 400);
  for (let request = 0; request < 5; request += 1) {
    const { codes, limits } = await read("b", 1000);
    expect(codes).toEqual(["REGISTRY_BAD_RESPONSE"]);
    // Smaller limits are tried once, and not again at each request.
    expect(limits.length).toBeLessThanOrEqual(request === 0 ? 8 : 1);
  }
  registry.rules.keys.delete("b");
  for (const key of ["a", "b", "c"])
    expect(await read(key, rows)).toMatchObject({ rows, limits: [limit] });
});

test.each([400, 413, 422])(
  "a maximum of 100, enforced with %i, is learned for a key, and for no other",
  async (status) => {
    await using setup = await setUp();
    setup.registry.rules.refuseAbove = 100;
    setup.registry.rules.refuseWith = status;
    const first = await setup.read("a", rows);
    expect(first.rows).toBe(rows);
    expect(first.limits.slice(0, 4)).toEqual([limit, 500, 250, 100]);
    expect(first.limits.length).toBeLessThanOrEqual(3 + Math.ceil((1.25 * limit) / 100) + 2);
    const again = await setup.read("a", rows);
    expect(Math.max(...again.limits.map(Number))).toBe(100);
    const other = await setup.read("b", rows);
    expect(other.rows).toBe(rows);
    expect(other.limits.slice(0, 4)).toEqual([limit, 500, 250, 100]);
  },
);

test.each(
  ([200, 400, 404, 422, "last page"] as const).flatMap((response) =>
    (response === 200 ? [3000, null, 1e9 + 3] : [null]).map((count) => [response, count] as const),
  ),
)(
  "a forged cursor far beyond the end, which the registry answers with %s, with a count of %s, costs few calls and teaches nothing",
  async (response, count) => {
    await using setup = await setUp();
    const { endCursor } = await setup.read("a", 10);
    const cursor = parseCursor("tag", "after", endCursor ?? "");
    const far = formatCursor("tag", { ...cursor, position: 1e9, count });
    if (response !== 200) setup.registry.rules.pastEnd = response;
    for (let request = 0; request < 3; request += 1) {
      const { limits, codes } = await setup.read("b", 1000, far);
      expect(codes).toEqual(response === 422 ? ["REGISTRY_BAD_RESPONSE"] : []);
      // Whether a 404 or 400 means the list's end is shown by its first page.
      const mayBeEnd = response === 404 || response === 400;
      expect(limits.length).toBeLessThanOrEqual(mayBeEnd ? 4 : 2);
    }
    for (const key of ["a", "b", "c"]) {
      expect(await setup.read(key, rows)).toMatchObject({ rows, limits: [limit] });
    }
  },
);

test("a clamp that changes between two pages is followed both ways", async () => {
  await using setup = await setUp();
  let after: string | undefined;
  let total = 0;
  for (const clamp of [1000, 40, 400, 1000, 7]) {
    setup.registry.rules.clamp = clamp;
    const page = await setup.read("a", 500, after);
    expect(page.codes).toEqual([]);
    total += page.rows ?? 0;
    after = page.endCursor ?? undefined;
  }
  expect(total).toBe(2500);
});

test("a list ends even if the registry answers pages past the end with its last page, which is full", async () => {
  await using setup = await setUp();
  setup.registry.rules.pastEnd = "last page";
  const { endCursor } = await setup.read("a", 10);
  const cursor = parseCursor("tag", "after", endCursor ?? "");
  for (const position of [2_999, 3_000, 3_004, 3_100]) {
    const after = formatCursor("tag", { ...cursor, position, count: position + 1 });
    expect(await setup.read("a", 100, after)).toMatchObject({ codes: [] });
  }
});
