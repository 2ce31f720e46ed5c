import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Download } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { VisitOptions } from "../../support/browser.ts";
import { startGatewayWith } from "../../support/gateway.ts";
import { named } from "../../support/project.ts";
import {
  type Behaviour,
  stall,
  startScriptedRegistry,
  status,
} from "../../support/scripted-registry.ts";
import { imageOrigin, startExplorer } from "./page.ts";
import { startScriptedSite } from "./scripted-site.ts";

const { isMissing, gateway, key, open: openPage } = await startExplorer();

describe.skipIf(isMissing)("the table of a response", () => {
  const open = async (options?: VisitOptions, url?: string) => {
    const site = await openPage(options, url);
    await site.explorer.key.fill(key);
    return site;
  };

  it("has the selection's columns, readable times and days, and sorts by own fields", async () => {
    await using site = await open();
    const { explorer } = site;
    await explorer.run();
    await explorer.showTable();
    const header = (name: string) =>
      explorer.table.getByRole("columnheader", { name, exact: true });
    const headers = await explorer.table.getByRole("columnheader").allTextContents();
    expect(headers.slice(1)).toEqual([
      ...["tagId", "name", "isActive", "updatedAt"],
      ...["site", "location", "floor", "condition", "nextCheck", "terminal.name", "photo"].map(
        (name) => `data.${name}`,
      ),
    ]);
    const [, , , isActive, updatedAt] = await explorer.cells(0);
    expect(isActive).toBe("yes");
    expect(updatedAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect(await header("data.terminal.name").getByRole("button").count()).toBe(0);
    await header("data.nextCheck").getByRole("button").click();
    await explorer.settled();
    expect(await explorer.query.innerText()).toContain(
      "orderBy: [{ field: DATA_NEXT_CHECK, direction: ASC }]",
    );
    expect(await header("data.nextCheck").getAttribute("aria-sort")).toBe("ascending");
    expect((await explorer.cells(0))[9]).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it("is paged to the end by rewriting the query's text, and counts its rows", async () => {
    await using site = await open();
    const { explorer } = site;
    await explorer.write(
      "{ terminals(first: 25) { totalCount nodes { terminalId } pageInfo { hasNextPage endCursor } } }",
    );
    await explorer.run();
    await explorer.showTable();
    const seen = new Set<string>();
    for (const range of [/^25 rows of 60$/, /^rows 26–50 of 60$/, /^rows 51–60 of 60$/]) {
      await explorer.response.getByText(range).waitFor();
      for (const row of await explorer.rows.all()) seen.add((await row.allTextContents()).join());
      if (await explorer.button("Next page").isEnabled())
        await explorer.button("Next page").click();
    }
    expect(seen.size).toBe(60);
    expect(await explorer.button("Next page").isDisabled()).toBe(true);
    expect(await explorer.query.innerText()).toContain('after: "');
  });

  it("follows a number of linked records to their table, and back, by mouse and keyboard", async () => {
    await using site = await open();
    const { explorer, page } = site;
    await explorer.example("Linked tags");
    await explorer.run();
    await explorer.showTable();
    expect((await explorer.cells(0)).slice(1)).toEqual(["1001", "DLC phone 1", "10 of 29 records"]);
    await explorer.button("10 of 29 records").first().click();
    const linked = explorer.response.getByRole("region", {
      name: "Table of terminals.nodes.0.linkedTags",
    });
    await linked.waitFor();
    await explorer.response.getByText("10 rows of 29").waitFor();
    expect(await explorer.rows.count()).toBe(10);
    await explorer.button("Back to terminals").click();
    await explorer.response.getByText("20 rows of 60").waitFor();
    await explorer.button("10 of 29 records").nth(1).focus();
    await page.keyboard.press("Enter");
    await explorer.response.getByText("10 rows of 29").waitFor();
    // The button that had the focus is gone: the table of the linked records has it.
    const focused = explorer.response.getByRole("region", {
      name: /^Table of terminals\.nodes\.1/,
    });
    expect(await focused.evaluate((table) => table === table.ownerDocument.activeElement)).toBe(
      true,
    );
  });

  it("sorts by a click on a column: the query is rewritten, and runs from the first page of that order", async () => {
    await using site = await open();
    const { explorer } = site;
    await explorer.write(`{
  terminals(filter: { isActive: { eq: true } }, first: 20) {
    nodes { title: name lastUpdate additionalData }
    pageInfo { hasNextPage endCursor }
  }
}`);
    await explorer.run();
    await explorer.showTable();
    const header = (name: string) =>
      explorer.table.getByRole("columnheader", { name, exact: true });
    const sort = async (name: string) => {
      await header(name).getByRole("button").click();
      await explorer.settled();
    };
    const asked = async () => /orderBy: (\[.*?\])/.exec(await explorer.query.innerText())?.[1];
    const titles = async () => {
      const rows = await Promise.all([0, 1, 2].map((at) => explorer.cells(at)));
      return rows.map((cells) => cells[1]);
    };
    const unsorted = await titles();
    const { data } = await gateway.query(
      "{ terminals(filter: { isActive: { eq: true } }) { nodes { name } } }",
    );
    const names: string[] = data.terminals.nodes.map(({ name }: { name: string }) => name);
    const sorted = names.toSorted(new Intl.Collator("en", { numeric: true }).compare);
    await explorer.button("Next page").click();
    await explorer.response.getByText("rows 21–40").waitFor();

    await sort("title");
    expect(await asked()).toBe("[{ field: NAME, direction: ASC }]");
    expect(await explorer.query.innerText()).not.toContain("after");
    expect(await header("title").getAttribute("aria-sort")).toBe("ascending");
    expect(await titles()).toEqual(sorted.slice(0, 3));
    await explorer.button("Next page").click();
    await explorer.response.getByText("rows 21–40").waitFor();
    expect(await titles()).toEqual(sorted.slice(20, 23));
    await sort("title");
    expect(await header("title").getAttribute("aria-sort")).toBe("descending");
    expect(await titles()).toEqual(sorted.toReversed().slice(0, 3));
    await sort("title");
    expect(await asked()).toBeUndefined();
    expect(await titles()).toEqual(unsorted);

    await sort("additionalData.battery_percent");
    expect(await asked()).toBe(
      '[{ field: ADDITIONAL_DATA, identifier: "battery_percent", direction: ASC }]',
    );
    expect(await header("title").getAttribute("aria-sort")).toBe("none");
    await sort("lastUpdate");
    expect(await asked()).toBe("[{ field: UPDATED_AT, direction: ASC }]");
  });

  it("offers no sorting of a list that the server cannot order", async () => {
    await using site = await open();
    await site.explorer.write(
      "{ project { dataQuality(of: TAG, first: 5) { nodes { code message } } } }",
    );
    await site.explorer.run();
    await site.explorer.showTable();
    await site.explorer.table.getByRole("columnheader", { name: "message" }).waitFor();
    expect(await site.explorer.table.getByRole("button").count()).toBe(0);
  });

  it("adds page info to the query on request", async () => {
    await using site = await open();
    await site.explorer.write("{ terminals(first: 2) { nodes { name } } }");
    await site.explorer.run();
    await site.explorer.showTable();
    await site.explorer.button("Add paging").click();
    await site.explorer.button("Next page").click();
    await site.explorer.response.getByText("rows 3–4", { exact: true }).waitFor();
  });

  it("shows one list of several, by choice", async () => {
    await using site = await open();
    await site.explorer.example("Join tags and terminals");
    await site.explorer.run();
    await site.explorer.showTable();
    const headers = () => site.explorer.table.getByRole("columnheader").allTextContents();
    expect(await headers()).toContain("data.terminal.name");
    await site.explorer.write(
      '{ tags(first: 5) { nodes { additionalDataField(identifier: "terminal_id") { value terminal { name } } } } }',
    );
    await site.explorer.run();
    // Without an alias, the identifier is the title.
    expect(await headers()).toEqual(["Row", "terminal_id", "terminal_id.terminal.name"]);
    await site.explorer.example("Join tags and terminals");
    await site.page.keyboard.press("Tab");
    await site.explorer.query.press("ControlOrMeta+z");
    await site.explorer.run();
    await site.page.getByRole("combobox", { name: "List to show" }).selectOption("terminals");
    expect(await headers()).toEqual(["Row", "terminalId", "name"]);
  });

  const save = async ({ page, explorer }: Awaited<ReturnType<typeof open>>, form: string) => {
    await explorer.button("Download").click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      explorer.button(form).click(),
    ]);
    return { name: file.suggestedFilename(), text: await readDownload(file) };
  };

  it("is downloaded as CSV and as JSON, row by row as shown", async () => {
    await using site = await open();
    await site.explorer.run();
    await site.explorer.showTable();
    const csv = await save(site, "Shown rows as CSV");
    const json = await save(site, "Shown rows as JSON");
    expect([csv.name, json.name]).toEqual(["tags.csv", "tags.json"]);
    const lines = parse(csv.text, { bom: true }) as string[][];
    const records = JSON.parse(json.text) as { name: string }[];
    expect(lines).toHaveLength(26);
    expect(lines[0]?.slice(0, 2)).toEqual(["tagId", "name"]);
    expect(records.map(({ name }) => name)).toEqual(lines.slice(1).map((line) => line[1]));
  });

  it("shows images as links until asked to load them, then loads them from the allowed origin without a referrer", async () => {
    const icon = readFileSync(`${import.meta.dirname}/../../../src/explorer/style/icon.svg`);
    const asked: Readonly<Record<string, string>>[] = [];
    await using site = await open({
      elsewhere: { [imageOrigin]: { body: icon, contentType: "image/svg+xml" } },
      onElsewhere: (_url, headers) => asked.push(headers),
    });
    await site.explorer.run();
    await site.explorer.showTable();
    await site.explorer.table.getByRole("link").first().waitFor();
    expect(await site.explorer.table.getByRole("img").count()).toBe(0);
    expect(asked).toEqual([]);

    await site.explorer.button("Load images").click();
    const image = site.explorer.table.getByRole("img").first();
    await image.scrollIntoViewIfNeeded();
    await image.waitFor();
    await site.page.waitForFunction("[...document.images].some((image) => image.naturalWidth > 0)");
    expect(asked.length).toBeGreaterThan(0);
    for (const headers of asked) expect(headers["referer"]).toBeUndefined();
  });

  it("stays usable with 10,000 rows: a few are drawn, each can be reached, all are downloaded", async () => {
    const nodes = Array.from({ length: 10_000 }, (_, at) => ({
      tagId: `T${at}`,
      name: `Tag ${at}`,
      additionalData: { site: `Site ${at % 9}`, floor: at % 7 },
    }));
    const body = JSON.stringify({ data: { tags: { nodes } } });
    await using server = await startScriptedSite((response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(body);
    });
    await using site = await open({}, server.url);
    await site.explorer.write("{ tags { nodes { tagId name additionalData } } }");
    await site.explorer.run();
    await site.explorer.showTable();
    await site.explorer.response.getByText("10,000 rows").waitFor();
    expect(await site.explorer.rows.count()).toBeLessThan(100);
    const region = site.page.getByRole("region", { name: "Table of tags" });
    await region.focus();
    await site.page.keyboard.press("End");
    await site.explorer.table.getByText("Tag 9999", { exact: true }).waitFor();
    await region.evaluate((element: { scrollTop: number; scrollHeight: number }) => {
      element.scrollTop = element.scrollHeight / 2;
    });
    await site.explorer.table.getByText("Tag 5000", { exact: true }).waitFor();
    const { text } = await save(site, "Shown rows as CSV");
    expect(text.trimEnd().split("\r\n")).toHaveLength(10_001);
  });

  it("is downloaded with all rows of the list, on whichever page, and a refusal is in words", async () => {
    await using site = await open({ failures: "expected" });
    const { explorer, page } = site;
    const query = (selection: string) =>
      `query Doors($first: Int!) { tags(first: $first, search: "door") { totalCount nodes { ${selection} } pageInfo { hasNextPage endCursor } } }`;
    await explorer.write(query("tagId name additionalData"));
    await explorer.button("▸ Variables").click();
    await page.getByRole("textbox", { name: "Variables" }).fill('{ "first": 20 }');
    await explorer.run();
    await explorer.showTable();
    await explorer.response.getByText("20 rows of 248").waitFor();
    await explorer.button("Next page").click();
    await explorer.response.getByText("rows 21–40 of 248").waitFor();

    const csv = await save(site, "All rows as CSV");
    await explorer.notices.getByText("Doors.csv is saved. 248 rows of 248.").waitFor();
    const ndjson = await save(site, "All rows as NDJSON");
    await explorer.notices.getByText("Doors.ndjson is saved. 248 rows of 248.").waitFor();
    expect([csv.name, ndjson.name]).toEqual(["Doors.csv", "Doors.ndjson"]);
    const { data } = await gateway.query(
      '{ tags(first: 500, search: "door") { nodes { tagId name additionalData } } }',
    );
    const records = ndjson.text.trimEnd().split("\n");
    expect(records.map((line) => JSON.parse(line))).toEqual(data.tags.nodes);
    const cells = parse(csv.text, { bom: true, from: 2 }) as string[][];
    const names = data.tags.nodes.map(({ name }: { name: string }) => name);
    expect(cells.map(([, name]) => name)).toEqual(names);

    await explorer.write(query("name additionalDataFields { identifier }"));
    await explorer.run();
    await explorer.button("Download").click();
    await explorer.button("All rows as CSV").click();
    const refusal = explorer.notices.getByText("There is no file.");
    await refusal.waitFor();
    expect(await refusal.locator("..").textContent()).toMatch(
      /list of objects.*\(BAD_USER_INPUT\)$/,
    );

    await explorer.write(
      "{ tags(first: 1) { nodes { name } } terminals(first: 1) { totalCount } }",
    );
    await explorer.run();
    expect(await refusal.count()).toBe(0);
    await explorer.button("Download").click();
    await explorer.button("Shown rows as CSV").waitFor();
    expect(await explorer.button("All rows as CSV").count()).toBe(0);
  });

  it("is not downloaded with a part of all rows: not if it is stopped, nor if it breaks", async () => {
    const tags = Array.from({ length: 2000 }, (_, at) => named(at, `Tag ${at} ${"x".repeat(200)}`));
    let last: Behaviour = stall;
    await using registry = await startScriptedRegistry(
      { tags, terminals: [] },
      { misbehave: ({ query }, honest) => (query.get("page") === "2" ? last : honest()) },
    );
    await using own = await startGatewayWith(registry, { settings: { EXPLORER: "true" } });
    await using site = await open({ failures: "expected" }, own.url);
    const { explorer, page } = site;
    const downloads: Download[] = [];
    page.on("download", (download) => void downloads.push(download));
    await explorer.write("{ tags(first: 2) { totalCount nodes { name } } }");
    await explorer.run();
    await explorer.showTable();
    await explorer.button("Download").click();
    await explorer.button("All rows as NDJSON").click();
    await explorer.response.getByText(/^tags\.ndjson: [1-9][\d,]+ rows of 2,000$/).waitFor();
    await explorer.button("Download").click();
    expect(await explorer.button("All rows as NDJSON").count()).toBe(0);
    await page.keyboard.press("Escape");
    await explorer.button("Stop").focus();
    await page.keyboard.press("Enter");
    await explorer.notices.getByText("Stopped. tags.ndjson is not saved.").waitFor();
    await explorer.button("Download").and(page.locator(":focus")).waitFor();
    last = status(401);
    await explorer.button("Download").click();
    await explorer.button("All rows as CSV").click();
    const broken = /tags\.csv broke off, and is not saved. [\d,]+ rows of 2,000 had come./;
    await explorer.notices.getByText(broken).waitFor();
    expect(downloads).toEqual([]);
  });
});

/** The text of a downloaded file. */
async function readDownload(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
