import { afterAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../../support/browser.ts";
import { startSampleGateway } from "../../../support/gateway.ts";
import { startScriptedRegistry, text } from "../../../support/scripted-registry.ts";

const browser = await openBrowser();

afterAll(() => browser?.close());

/** Sends a request to the gateway from a page of another origin. Returns the outcome for the page, and the REST calls. */
async function askFromPage(
  corsOrigins: (page: string) => string,
  init: {
    readonly method: string;
    readonly headers?: Record<string, string>;
    readonly body: string | null;
  },
  path = "",
) {
  await using pageServer = await startScriptedRegistry(
    text("<!doctype html><title>application</title>", { "content-type": "text/html" }),
  );
  await using gateway = await startSampleGateway({ CORS_ORIGINS: corsOrigins(pageServer.url) });
  await using page = await browser?.newPage();
  await page?.goto(pageServer.url);
  const headers = { "x-api-key": gateway.registry.key, ...init.headers };
  const result = await page?.evaluate(
    async ([url, request]) => {
      try {
        const response = await fetch(url, request);
        return { id: response.headers.get("x-request-id"), result: await response.json() };
      } catch (error) {
        return String(error);
      }
    },
    [`${gateway.url}/graphql${path}`, { ...init, headers }] as const,
  );
  return { result, calls: gateway.registry.calls };
}

const query = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ query: "{ terminals { totalCount } }" }),
};
const success = { id: expect.any(String), result: { data: { terminals: { totalCount: 60 } } } };

describe.skipIf(browser === null)("a page of another origin", () => {
  test("gets a response if its origin is listed", async () => {
    const outcome = await askFromPage((page) => page, query);
    expect(outcome.result).toEqual(success);
  });

  test("also gets a response to GET", async () => {
    const path = `?query=${encodeURIComponent("{ terminals { totalCount } }")}`;
    const outcome = await askFromPage(() => "*", { method: "GET", body: null }, path);
    expect(outcome.result).toEqual(success);
  });

  test("is refused by the browser if its origin is not listed, and no REST call is made", async () => {
    const outcome = await askFromPage(() => "https://app.example", query);
    expect(outcome).toEqual({ result: "TypeError: Failed to fetch", calls: [] });
  });
});
