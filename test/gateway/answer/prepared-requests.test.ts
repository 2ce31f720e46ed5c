import { parse } from "graphql";
import { afterAll, expect, test } from "vitest";
import { Documents, PreparedRequests } from "../../../src/gateway/answer/documents.ts";
import type { GraphqlRequest } from "../../../src/gateway/answer/request.ts";
import { createSchema } from "../../../src/gateway/resolvers/schema.ts";
import { startSampleGateway } from "../../support/gateway.ts";

const gateway = await startSampleGateway();

afterAll(() => gateway[Symbol.asyncDispose]());

test("a URL that came before is refused all the same if another site's page could send it", async () => {
  const url = `${gateway.url}/graphql?${new URLSearchParams({ query: "{ __typename }" })}`;
  const statusOf = async (headers: Readonly<Record<string, string>>) =>
    (await fetch(url, { headers })).status;
  const preflighted = { "x-apollo-operation-name": "any" };
  for (let times = 0; times < 3; times++) expect(await statusOf(preflighted)).toBe(200);
  expect(await statusOf({})).toBe(400);
  expect(await statusOf(preflighted)).toBe(200);
});

test("a document that parameters only name by its hash counts as memory", () => {
  const documents = new Documents({ schema: createSchema(), hidesSchema: false });
  const requests = new PreparedRequests();
  const toRequest = (number: number) =>
    ({ method: "POST", path: "/graphql", body: `{"documentId":"${number}"}` }) as GraphqlRequest;
  for (let number = 0; number < 60; number += 1) {
    const query = `{ __typename } # ${number} ${"x".repeat(250_000)}`;
    const asked = { query, operationName: null, variables: {} };
    const operation = documents.remember(asked, parse(query));
    if (operation === undefined) throw new Error("There is no such operation");
    const prepared = { operation, variables: {}, cacheKey: `${number}`, isLong: false };
    for (let times = 0; times < 2; times++) requests.remember(toRequest(number), prepared);
  }
  const isRemembered = (number: number) => requests.find(toRequest(number)) !== undefined;
  expect([isRemembered(0), isRemembered(59)]).toEqual([false, true]);
});
