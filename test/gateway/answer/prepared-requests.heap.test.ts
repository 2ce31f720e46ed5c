import { parse } from "graphql";
import { expect, test } from "vitest";
import { Documents, PreparedRequests } from "../../../src/gateway/answer/documents.ts";
import { readMembers } from "../../../src/gateway/answer/read-request.ts";
import type { GraphqlRequest } from "../../../src/gateway/answer/request.ts";
import { createSchema } from "../../../src/gateway/resolvers/schema.ts";
import { readHeap } from "../../support/heap.ts";

type Parameters = Pick<GraphqlRequest, "method" | "path" | "body">;

/** Remembers many requests with a document, and returns how much memory they take. */
function rememberMany(
  count: number,
  query: string,
  toRequest: (number: number) => Parameters,
  variables: object = {},
): number {
  const documents = new Documents({ schema: createSchema(), hidesSchema: false });
  const operation = documents.remember({ query, operationName: null, variables: {} }, parse(query));
  if (operation === undefined) throw new Error("There is no such operation");
  const requests = new PreparedRequests();
  const before = readHeap();
  for (let number = 0; number < count; number += 1) {
    const coerced = operation.coerceVariables(JSON.parse(JSON.stringify(variables)));
    if ("errors" in coerced) throw coerced.errors[0];
    const cacheKey = `${operation.id} ${JSON.stringify(variables)}`;
    const prepared = { operation, variables: coerced.variables, cacheKey, isLong: false };
    const request = () => toRequest(number) as GraphqlRequest;
    for (let times = 0; times < 2; times += 1) requests.remember(request(), prepared);
  }
  const bytes = readHeap() - before;
  expect(requests.find(toRequest(count - 1) as GraphqlRequest)).toBeDefined();
  return bytes;
}

/** All that is remembered may take this much, in bytes, and those that came once 256 times their size. */
const most = 8 * 1024 * 1024;

test("variables of many small objects count as the memory that they take", () => {
  const query = "query ($f: TagFilter) { tags(filter: $f) { totalCount } }";
  const or = Array.from({ length: 2_600 }, () => ({}));
  const body = (number: number) => JSON.stringify({ query, variables: { number, f: { or } } });
  const bytes = rememberMany(
    120,
    query,
    (number) => ({ method: "POST", path: "/graphql", body: body(number) }),
    { f: { or } },
  );
  expect(bytes).toBeLessThan(1.25 * most + 256 * 8 * 1024);
});

test("parameters in a URL do not keep the rest of it", () => {
  const host = "x".repeat(14_000);
  const toPath = (number: number) => {
    const target = `http://${host}/graphql?query={__typename}&extensions={"number":${number}}`;
    return Buffer.from(target)
      .toString()
      .slice("http://".length + host.length);
  };
  const bytes = rememberMany(4_000, "{ __typename }", (number) => ({
    ...{ method: "GET", path: toPath(number), body: "" },
  }));
  expect(bytes).toBeLessThan(1.25 * most);
});

test("what a URL says does not keep the rest of the URL in memory", () => {
  const rest = "x".repeat(14_000);
  const read = (number: number) => {
    const path = `/graphql?query={name${number}:__typename,é:__typename}&operationName=operation${number}&rest=${rest}`;
    const request = { method: "GET", path: Buffer.from(path).toString() } as GraphqlRequest;
    return readMembers(request);
  };
  expect(read(1)).toEqual({
    query: "{name1:__typename,é:__typename}",
    operationName: "operation1",
  });
  const before = readHeap();
  const kept = Array.from({ length: 1_000 }, (_, number) => read(number));
  expect(readHeap() - before).toBeLessThan(kept.length * 2_000);
});
