import { describe, expect, it } from "vitest";
import { startGateway } from "../../support/gateway.ts";
import { startMovingLists } from "../../support/moving-lists.ts";
import { startExplorer } from "./page.ts";
import { startScriptedSite } from "./scripted-site.ts";

const { isMissing, gateway, key, open: openPage } = await startExplorer();

describe.skipIf(isMissing)("the explorer says in words", () => {
  const open = (url?: string) => openPage({ failures: "expected" }, url);

  it("what is wrong with a key, a query and its variables", async () => {
    await using site = await open();
    const { explorer } = site;
    for (const [query, given, notice] of [
      ["{ tags { totalCount } }", "", /A key is needed/],
      ["{ tags { totalCount } }", "no such key", /does not know this key/],
      ["{ tags(first: 5000) { nodes { name } } }", key, /is not valid.*5000.*1000/],
      ["{ tagz { name } }", key, /does not fit the schema.*tagz/],
      ["{ tags {", key, /has a syntax error/],
      ["# nothing", key, /There is no query yet/],
    ] as const) {
      await explorer.key.fill(given);
      await explorer.write(query);
      await explorer.run();
      expect(await explorer.notices.textContent()).toMatch(notice);
    }
    await explorer.example("Page through");
    await site.page.getByRole("textbox", { name: "Variables" }).fill("{ first: 10 ");
    await explorer.run();
    expect(await explorer.notices.textContent()).toContain("The variables are not a JSON object");
  });

  it("that records may be missing, once, next to those that were read, until a reading is whole", async () => {
    await using registry = await startMovingLists();
    const settings = { EXPLORER: "true", SNAPSHOT_TTL_SECONDS: "0" };
    await using own = await startGateway({ registryUrl: registry.url, key: "k", settings });
    await using site = await open(own.url);
    const { explorer } = site;
    await explorer.key.fill("k");
    await explorer.write(
      '{ tags(filter: {}, first: 5) { totalCount nodes { name } } tagsByUid(uid: "DEADBEEF") { spelling } }',
    );
    await explorer.run();
    const notices = explorer.notices.locator(".notice");
    expect(await notices.allTextContents()).toEqual([
      expect.stringMatching(
        /^Some tags may be missing\. \d+ of 300 were read\. .* Try again in a moment\. Missing as a result: tags\.totalCount, tagsByUid\.$/,
      ),
    ]);
    expect(await notices.getAttribute("class")).toContain("is-warning");
    await explorer.showTable();
    expect(await explorer.rows.count()).toBe(5);
    registry.moving = [];
    await explorer.run();
    await notices.waitFor({ state: "detached" });
  });

  it("that the schema cannot be loaded, while queries still run", async () => {
    const settings = { EXPLORER: "true", INTROSPECTION: "false" };
    await using own = await startGateway({ registryUrl: gateway.registry.url, key, settings });
    await using site = await open(own.url);
    await site.page.getByText("This gateway does not publish its schema").waitFor();
    await site.explorer.key.fill(key);
    await site.explorer.run();
    await site.explorer.showTable();
    expect(await site.explorer.rows.count()).toBe(25);
  });

  it("that something else answered, that a response is too long to show whole, and that nobody answers", async () => {
    let answer = { status: 502, type: "text/html", body: "<h1>Bad Gateway</h1>" };
    const server = await startScriptedSite((response) => {
      response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
    });
    await using site = await open(server.url);
    const { explorer, page } = site;
    await page.getByText("answered 502 without JSON").waitFor();
    await explorer.run();
    expect(await explorer.notices.textContent()).toContain("The response is not GraphQL");
    const body = JSON.stringify({ data: { text: "x".repeat(4_000_000) } });
    answer = { status: 200, type: "application/json", body };
    await explorer.run();
    await page.getByText("This response is very long.").waitFor();
    await page.getByRole("button", { name: "Download all 4.0 MB" }).waitFor();
    await server[Symbol.asyncDispose]();
    await explorer.run();
    expect(await explorer.notices.textContent()).toContain("The gateway cannot be reached");
  });
});
