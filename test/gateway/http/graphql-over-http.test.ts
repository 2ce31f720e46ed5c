import { serverAudits } from "graphql-http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSampleGateway } from "../../support/gateway.ts";

let gateway: Awaited<ReturnType<typeof startSampleGateway>>;

beforeAll(async () => {
  gateway = await startSampleGateway();
});

afterAll(() => gateway[Symbol.asyncDispose]());

/** The audits of the specification "GraphQL over HTTP", sent with a key: without one a plain GET is taken for a strange page's. */
const audits = serverAudits({
  url: () => `${gateway.url}/graphql`,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { "x-api-key": gateway.registry.key, ...init.headers } }),
});

describe("GraphQL over HTTP", () => {
  test.each(audits.map((audit) => [audit.name, audit] as const))("%s", async (_, audit) => {
    const result = await audit.fn();
    expect(result.status === "ok" ? "ok" : `${result.status}: ${result.reason}`).toBe("ok");
  });
});
