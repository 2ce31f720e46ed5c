import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { readResponse } from "../../../support/gateway.ts";
import { startListGateway, withData } from "../../../support/list-gateway.ts";

const gateway = await startListGateway({ tags: withData(5, "7", "text", null, "\ud83d", "😀") });

afterAll(() => gateway[Symbol.asyncDispose]());

beforeEach(() => {
  gateway.registry.resetCalls();
});

/** Sends a body unchanged: parsing it and writing it again would lose some numbers that JSON can spell. */
async function send(body: string): Promise<{ status: number; code: string }> {
  const { status, codes } = await readResponse(await gateway.send(body));
  return { status, code: codes?.[0] ?? "none" };
}

const byVariable = "query ($f: TagFilter) { tags(filter: $f) { totalCount } }";

describe("a filter nested 10,000 deep", () => {
  const nest = (open: string, depth: number) => `${open.repeat(depth)}{}${"}".repeat(depth)}`;

  test.each([
    ["not", '{"not":'],
    ["unknown names", '{"x":'],
  ])("as a variable is BAD_USER_INPUT: %s", async (_, open) => {
    for (const depth of [11, 300, 10_000, 100_000]) {
      const filter = nest(open, depth);
      const body = `{"query":${JSON.stringify(byVariable)},"variables":{"f":${filter}}}`;
      // The second time, the gateway already knows the operation.
      for (let time = 0; time < 2; time++) {
        expect(await send(body)).toEqual({ status: 200, code: "BAD_USER_INPUT" });
      }
    }
    expect(gateway.registry.calls).toEqual([]);
  });

  test("as lists is BAD_USER_INPUT", async () => {
    const filter = `${'{"and":['.repeat(90_000)}{}${"]}".repeat(90_000)}`;
    const body = `{"query":${JSON.stringify(byVariable)},"variables":{"f":${filter}}}`;
    expect(await send(body)).toEqual({ status: 200, code: "BAD_USER_INPUT" });
  });

  test("in the document is refused before it is parsed", async () => {
    const query = `{ tags(filter: ${nest("{ not: ", 10_000)}) { totalCount } }`;
    const body = JSON.stringify({ query });
    expect(await send(body)).toEqual({ status: 400, code: "QUERY_TOO_COMPLEX" });
    const eleven = `{ tags(filter: ${nest("{ not: ", 11)}) { totalCount } }`;
    const small = JSON.stringify({ query: eleven });
    expect(await send(small)).toEqual({ status: 200, code: "BAD_USER_INPUT" });
  });

  test("in a variable that nobody uses does not crash the gateway", async () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000);
    const body = `{"query":"{ __typename }","variables":{"x":${deep}}}`;
    for (let time = 0; time < 2; time++) {
      expect(await send(body)).toEqual({ status: 200, code: "BAD_USER_INPUT" });
    }
    expect((await send('{"query":"{ __typename }"}')).code).toBe("none");
  });
});

describe("a filter", () => {
  test("can have an `in` of 100,000 values", async () => {
    const values = Array.from({ length: 100_000 }, (_, index) => index.toString(36));
    expect(await gateway.ids({ filter: { tagId: { in: values } } })).toHaveLength(6);
    expect(await gateway.ids({ filter: { tagId: { notIn: values } } })).toEqual([]);
  });

  test.each(["1e400", "-1e400", "NaN", '"NaN"', '"5"'])(
    "refuses to compare a number with %s, in a variable or in the document",
    async (number) => {
      const query = `query ($n: Float) { tags(filter: { additionalData: [{ identifier: "key", number: { lt: $n } }] }) { totalCount } }`;
      const literal = query.replace("$n: Float", "$x: Int").replace("lt: $n", `lt: ${number}`);
      const given = `{"query":${JSON.stringify(query)},"variables":{"n":${number}}}`;
      expect((await send(given)).code).toMatch(/^BAD_(USER_INPUT|REQUEST)$/);
      const written = JSON.stringify({ query: literal.replace("query ($x: Int) ", "") });
      expect((await send(written)).code).toMatch(/^(BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED)$/);
      expect(gateway.registry.calls).toEqual([]);
    },
  );
});

describe("a search", () => {
  test("can have 10 kB", async () => {
    expect(await gateway.ids({ search: "x".repeat(10_000) })).toEqual([]);
    const words = Array.from({ length: 2_500 }, (_, index) => index.toString(36)).join(" ");
    expect(await gateway.ids({ search: words })).toEqual([]);
    expect(await gateway.ids({ search: "😀 ".repeat(2_500) })).toEqual(["5"]);
  });
});

test("a value of 900 kB is refused with a message of 2 kB, with what was wrong and what was expected", async () => {
  const query = "query ($f: TagFilter) { tags(filter: $f) { totalCount } }";
  const date = { gt: `2026-${"😀".repeat(225_000)}` };
  const filter = { additionalData: [{ identifier: "a", date }] };
  const { errors } = await gateway.query(query, { variables: { f: filter } });
  expect(errors).toHaveLength(1);
  const message = errors?.[0]?.message ?? "";
  expect(message).toMatch(/^Variable "\$f" got invalid value "2026-/);
  expect(message).toContain(" … ");
  expect(message).toMatch(/Z/);
  expect(message.length).toBeLessThanOrEqual(2001);
  expect(message.isWellFormed()).toBe(true);
});
