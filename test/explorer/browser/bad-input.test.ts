import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createFolder } from "../../support/folder.ts";
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

  it("that the gateway itself is gone", async () => {
    const server = await startScriptedSite((response) => response.end("{}"));
    await using site = await open(server.url);
    await site.explorer.button("Run").waitFor();
    await server[Symbol.asyncDispose]();
    await site.explorer.run();
    expect(await site.explorer.notices.textContent()).toContain("The gateway cannot be reached");
  });

  it("that records may be missing, once, next to those that were read, until a reading is whole", async () => {
    await using registry = await startMovingLists();
    const settings = { SNAPSHOT_TTL_SECONDS: "0" };
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
    const settings = { INTROSPECTION: "false" };
    await using own = await startGateway({ registryUrl: gateway.registry.url, key, settings });
    await using site = await open(own.url);
    await site.page.getByText("This gateway does not publish its schema").waitFor();
    await site.explorer.key.fill(key);
    await site.explorer.run();
    await site.explorer.showTable();
    expect(await site.explorer.rows.count()).toBe(25);
  });

  it("that only registered queries run, and runs those", async () => {
    await using folder = await createFolder();
    const PERSISTED_OPERATIONS = folder.file("manifest.json");
    const registered = "query Names { tags(first: 25) { nodes { name } } }";
    await writeFile(PERSISTED_OPERATIONS, JSON.stringify({ names: registered }));
    const settings = { PERSISTED_OPERATIONS, PERSISTED_ONLY: "true" };
    await using own = await startGateway({ registryUrl: gateway.registry.url, key, settings });
    await using site = await open(own.url);
    await site.explorer.button("Build").click();
    await site.page.getByText("a query for its schema is not one of them").waitFor();
    await site.page.getByText("registered queries only", { exact: true }).waitFor();
    await site.explorer.key.fill(key);
    await site.explorer.write("{ tags { totalCount } }");
    await site.explorer.run();
    expect(await site.explorer.notices.textContent()).toContain("runs registered queries only");
    await site.explorer.write(registered);
    await site.explorer.run();
    await site.explorer.showTable();
    expect(await site.explorer.rows.count()).toBe(25);
  });

  it("that something else answered instead of the gateway", async () => {
    await using server = await startScriptedSite((response) => {
      response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>");
    });
    await using site = await open(server.url);
    await site.page.getByText("answered 502 without JSON").waitFor();
    await site.explorer.run();
    expect(await site.explorer.notices.textContent()).toContain("The response is not GraphQL");
  });

  it("that a response is too long to show whole, and offers all of it as a download", async () => {
    const body = JSON.stringify({ data: { text: "x".repeat(5_000_000) } });
    await using server = await startScriptedSite((response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(body);
    });
    await using site = await open(server.url);
    await site.explorer.run();
    await site.page.getByText("This response is very long.").waitFor();
    await site.page.getByRole("button", { name: "Download all 5.0 MB" }).waitFor();
  });
});
