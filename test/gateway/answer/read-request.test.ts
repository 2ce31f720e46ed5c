import { expect, test } from "vitest";
import { readMembers } from "../../../src/gateway/answer/read-request.ts";
import type { GraphqlRequest } from "../../../src/gateway/answer/request.ts";
import { readHeap } from "../../support/heap.ts";

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
