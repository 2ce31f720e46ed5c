import { afterAll, beforeEach, expect, test } from "vitest";
import { readResponse } from "../../../support/gateway.ts";
import { startListGateway, withData } from "../../../support/list-gateway.ts";

const gateway = await startListGateway({ tags: withData(5, "7", "text", null, "\ud83d", "😀") });
afterAll(() => gateway[Symbol.asyncDispose]());
beforeEach(() => gateway.registry.resetCalls());

/** Sends a body unchanged. Writing it as JSON would itself need a deep stack. */
async function send(body: string): Promise<{ status: number; code: string }> {
  const { status, codes } = await readResponse(await gateway.send(body));
  return { status, code: codes?.[0] ?? "none" };
}

const byVariable = "query ($f: TagFilter) { tags(filter: $f) { totalCount } }";
const nest = (open: string, close: string, depth: number) =>
  `${open.repeat(depth)}{}${close.repeat(depth)}`;

test.each([
  ["`not`", byVariable, nest('{"not":', "}", 100_000)],
  ["`not` eleven times", byVariable, nest('{"not":', "}", 11)],
  ["unknown names", byVariable, nest('{"x":', "}", 100_000)],
  ["lists", byVariable, nest('{"and":[', "]}", 90_000)],
  ["lists that nobody uses", "{ __typename }", nest("[", "]", 200_000)],
])("a variable that nests %s is BAD_USER_INPUT", async (_, query, value) => {
  const body = `{"query":${JSON.stringify(query)},"variables":{"f":${value}}}`;
  // The second time, the gateway already knows the operation.
  for (let time = 0; time < 2; time++) {
    expect(await send(body)).toEqual({ status: 200, code: "BAD_USER_INPUT" });
  }
  expect(gateway.registry.calls).toEqual([]);
});

test.each([
  [10_000, { status: 400, code: "QUERY_TOO_COMPLEX" }],
  [11, { status: 200, code: "BAD_USER_INPUT" }],
])("a filter that nests %i deep in the document is refused", async (depth, expected) => {
  const query = `{ tags(filter: ${nest("{ not: ", "}", depth)}) { totalCount } }`;
  expect(await send(JSON.stringify({ query }))).toEqual(expected);
});

test("a search can have 10 kB", async () => {
  expect(await gateway.ids({ search: "x".repeat(10_000) })).toEqual([]);
  const words = Array.from({ length: 2_500 }, (_, index) => index.toString(36)).join(" ");
  expect(await gateway.ids({ search: words })).toEqual([]);
  expect(await gateway.ids({ search: "😀 ".repeat(2_500) })).toEqual(["5"]);
});

test("a value of 900 kB is refused with a message of 2 kB, with what was wrong and what was expected", async () => {
  const date = { gt: `2026-${"😀".repeat(225_000)}` };
  const variables = { f: { additionalData: [{ identifier: "a", date }] } };
  const { errors } = await gateway.query(byVariable, { variables });
  expect(errors).toHaveLength(1);
  const message = errors?.[0]?.message ?? "";
  expect(message).toMatch(/^Variable "\$f" got invalid value "2026-/);
  expect(message).toContain(" … ");
  expect(message).toMatch(/Z/);
  expect(message.length).toBeLessThanOrEqual(2001);
  expect(message.isWellFormed()).toBe(true);
});
