import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { startSampleGateway } from "../support/gateway.ts";
import { startScriptedRegistry, text } from "../support/scripted-registry.ts";

let browser: Browser | null;

beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);

afterAll(() => browser?.close());

/** What a page of another origin gets when it asks the gateway, as a page of an application does. */
async function askFromPage(
  corsOrigins: (page: string) => string,
  init: {
    readonly method: string;
    readonly headers?: Record<string, string>;
    readonly body: string | null;
  },
  path = "",
) {
  if (browser === null) return null;
  await using site = await startScriptedRegistry(
    text("<!doctype html><title>application</title>", { "content-type": "text/html" }),
  );
  await using gateway = await startSampleGateway({ CORS_ORIGINS: corsOrigins(site.url) });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(site.url);
  const headers = { "x-api-key": gateway.registry.key, ...init.headers };
  const answer = await page.evaluate(
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
  await context.close();
  return { answer, calls: gateway.registry.calls };
}

const query = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ query: "{ terminals { totalCount } }" }),
};
const success = { id: expect.any(String), result: { data: { terminals: { totalCount: 60 } } } };

describe("a page of another origin", () => {
  test("is answered where its origin is listed", async (context) => {
    const outcome = await askFromPage((page) => page, query);
    if (outcome === null) return context.skip();
    expect(outcome.answer).toEqual(success);
  });

  test("is answered by GET too", async (context) => {
    const path = `?query=${encodeURIComponent("{ terminals { totalCount } }")}`;
    const outcome = await askFromPage(() => "*", { method: "GET", body: null }, path);
    if (outcome === null) return context.skip();
    expect(outcome.answer).toEqual(success);
  });

  test("is refused by the browser where its origin is not listed, and the registry is asked nothing", async (context) => {
    const outcome = await askFromPage(() => "https://app.example", query);
    if (outcome === null) return context.skip();
    expect(outcome).toEqual({ answer: "TypeError: Failed to fetch", calls: [] });
  });
});
