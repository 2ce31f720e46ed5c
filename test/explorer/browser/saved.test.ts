import { readFile, writeFile } from "node:fs/promises";
import type { Download } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { VisitOptions } from "../../support/browser.ts";
import { createFolder } from "../../support/folder.ts";
import { startGateway } from "../../support/gateway.ts";
import { explorerIn, readStorage, startExplorer } from "./page.ts";

const { isMissing, gateway, key, open: openPage } = await startExplorer();

describe.skipIf(isMissing)("saved queries", () => {
  type Site = Awaited<ReturnType<typeof openPage>>;

  const inSite = (site: Pick<Site, "page">) => {
    const { page } = site;
    const explorer = explorerIn(page);
    const panel = page.getByRole("complementary");
    const row = (name: string) => panel.getByRole("button", { name, exact: true });
    return {
      explorer,
      panel,
      row,
      names: () => panel.locator(".saved-name").allTextContents(),
      note: panel.getByRole("status"),
      showSaved: async () => {
        const pane = explorer.button("Schema");
        if (await pane.isVisible()) await pane.click();
        if ((await row("Saved").getAttribute("aria-pressed")) !== "true")
          await row("Saved").click();
      },
      async save(query: string, name: string, folder = ""): Promise<void> {
        await explorer.write(query);
        await row("Save this query…").or(row("Save as another…")).click();
        await panel.getByRole("textbox", { name: "Name", exact: true }).fill(name);
        await panel.getByLabel("Folder", { exact: true }).fill(folder);
        await row("Save").click();
      },
      async rename(from: string, name: string, folder?: string): Promise<void> {
        await row(`Rename or move ${from}`).click();
        await panel.getByRole("textbox", { name: "Name", exact: true }).fill(name);
        if (folder !== undefined) await panel.getByLabel("Folder", { exact: true }).fill(folder);
        await row("Save").click();
      },
      importFile: (name: string, text: string) =>
        panel.getByLabel("A manifest to import").setInputFiles({
          name,
          mimeType: "application/json",
          buffer: Buffer.from(text),
        }),
      async export(): Promise<string> {
        const [download] = await Promise.all([
          page.waitForEvent("download") as Promise<Download>,
          panel.getByRole("button", { name: /^Export/ }).click(),
        ]);
        return readFile(await download.path(), "utf8");
      },
    };
  };

  const open = async (options?: VisitOptions, url?: string) => {
    const site = await openPage(options, url);
    const saved = inSite(site);
    await saved.explorer.button("Run").waitFor();
    await saved.showSaved();
    return { ...site, ...saved };
  };

  it("are named, kept in folders and in this browser, found by typing, and opened in their tab", async () => {
    await using site = await open();
    await site.explorer.key.fill(key);
    await site.save("query Worn { tags { totalCount } }", "Worn tags", "Audit");
    await site.explorer.button("New query").click();
    await site.save("query Other { project { projectId } }", "Project");
    expect(await site.names()).toEqual(["Project", "Worn tags"]);
    await site.page.reload();
    await site.showSaved();
    await site.panel.getByLabel("Find a saved query").fill("audit worn");
    await expect.poll(() => site.names()).toEqual(["Worn tags"]);
    await site.row("Worn tags").click();
    expect((await site.explorer.query.innerText()).trim()).toBe(
      "query Worn { tags { totalCount } }",
    );
    const tabs = site.page.getByRole("navigation", { name: "Queries" }).getByRole("listitem");
    expect((await tabs.allTextContents()).filter((text) => text.startsWith("Worn"))).toHaveLength(
      1,
    );
    expect(await readStorage(site.page)).not.toContain(key);
  });

  it("are renamed, moved and deleted, alone or by folder, and all of it can be undone", async () => {
    await using site = await open();
    await site.save("query One { tags { totalCount } }", "One", "First");
    await site.save("query Two { tags { totalCount } }", "Two", "First");
    await site.rename("One", "Uno", "Second");
    await site.panel.getByRole("region", { name: "Second" }).getByText("Uno").waitFor();
    await site.row("Undo").click();
    await site.panel.getByRole("region", { name: "First" }).getByText("One").waitFor();
    await site.rename("the folder First", "Renamed");
    await site.panel.getByRole("region", { name: "Renamed" }).waitFor();
    await site.row("Delete Two").click();
    await expect.poll(() => site.names()).toEqual(["One"]);
    // What deleted it is gone; the focus is on what brings it back.
    await site.row("Undo").and(site.page.locator(":focus")).waitFor();
    await site.page.keyboard.press("Enter");
    await expect.poll(() => site.names()).toEqual(["One", "Two"]);
    await site.row("Delete the folder Renamed").click();
    await expect.poll(() => site.names()).toEqual([]);
    await site.row("Undo").click();
    await site.page.reload();
    await site.showSaved();
    expect(await site.names()).toEqual(["One", "Two"]);
  });

  it("are exported as a manifest with which a gateway starts and runs them, and imported from it", async () => {
    await using site = await open();
    const query = "query Count($search: String) { tags(search: $search) { totalCount } }";
    // An export checks them against the schema.
    await site.page.waitForLoadState("networkidle");
    await site.save(query, "Count", "Team");
    await site.save("{ tags { broken", "Broken");
    const manifest = await site.export();
    expect(await site.note.textContent()).toMatch(/Exported 1 query.*“Broken” is left out: Syntax/);
    expect(manifest).not.toContain("broken");
    await using folder = await createFolder();
    const PERSISTED_OPERATIONS = folder.file("manifest.json");
    await writeFile(PERSISTED_OPERATIONS, manifest);
    const settings = { PERSISTED_OPERATIONS, PERSISTED_ONLY: "true" };
    await using registered = await startGateway({
      registryUrl: gateway.registry.url,
      key,
      settings,
    });
    expect((await registered.query(query)).data).toEqual({ tags: { totalCount: 2500 } });

    await using other = await open();
    await other.importFile("team.json", manifest);
    await other.panel.getByRole("region", { name: "Team" }).getByText("Count").waitFor();
    await other.importFile("team.json", manifest);
    await expect.poll(() => other.note.textContent()).toContain("1 is here already");
    expect(await other.names()).toEqual(["Count"]);
  });

  it("are never stored or exported with the key in them, and a sentence says so", async () => {
    await using site = await open();
    await site.explorer.key.fill(key);
    await site.save(`# ${key}\n{ __typename }`, "Mine");
    await site.note.getByText("This query contains the key").waitFor();
    expect(await site.names()).toEqual([]);
    await site.save("{ __typename }", key);
    await site.note.getByText("This query contains the key").waitFor();
    await site.importFile(
      "a.json",
      JSON.stringify({ a: `# ${key}\n{ __typename }`, b: "{ __typename }" }),
    );
    await site.note.getByText("1 is left out, because the key is in them").waitFor();
    expect(await readStorage(site.page)).not.toContain(key);
    expect(await site.export()).not.toContain(key);
    await site.save("query Kept { __typename }", "Kept", "Team");
    await site.rename("the folder Team", `of ${key}`);
    await site.note.getByText("contains the key").waitFor();
    await site.panel.getByRole("region", { name: "Team" }).getByText("Kept").waitFor();
    // Saved before the key was known.
    await site.explorer.key.fill("");
    await site.save("# later-a-key\n{ project { projectId } }", "Early");
    await site.explorer.key.fill("later-a-key");
    await site.panel.getByText("1 query with the key in it, saved before").waitFor();
    expect(await site.export()).not.toContain("later-a-key");
  });

  it("can be saved again after that was undone, and name their tab", async () => {
    await using site = await open();
    const tabs = site.page.getByRole("navigation", { name: "Queries" });
    await site.save("query A { __typename }", "Mine");
    await site.explorer.write("query B { __typename }");
    await site.row("Save changes").click();
    await site.row("Undo").click();
    await site.note.getByText("Undone.").waitFor();
    // The tab knows it after a reload too.
    await site.page.reload();
    await site.showSaved();
    await site.row("Save changes").click();
    await site.note.getByText("“Mine” is saved").waitFor();
    expect(await site.names()).toEqual(["Mine"]);
    await site.rename("Mine", "Yours");
    await tabs.getByText("Yours").waitFor();
    await site.row("Undo").click();
    await tabs.getByText("Mine").waitFor();
  });

  it("may have names that are scripts, which are shown as text and never run", async () => {
    await using site = await open();
    const name = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    await site.save("query X { __typename }", name, "javascript:alert(1)");
    await site.importFile(
      "b.json",
      JSON.stringify({ operations: [{ id: "1", name: `${name}"'`, body: "{ a }" }] }),
    );
    await expect.poll(() => site.names()).toEqual([`${name}"'`, name]);
    await site.row(name).click();
    expect(await site.page.title()).toBe("tapgraph explorer");
    expect(JSON.parse(await site.export()).operations[0].saved[0].name).toBe(name);
  });

  it("stay as they are if the file to import is none, and a sentence says why", async () => {
    await using site = await open();
    await site.save("query Kept { __typename }", "Kept");
    for (const [text, why] of [
      ["query X { a }", "it is not JSON"],
      ['{ "private": true }', "it is no manifest of persisted operations"],
    ] as const) {
      await site.importFile("wrong.json", text);
      await site.note.getByText(why).waitFor();
      expect(await site.note.textContent()).toContain("Nothing has changed.");
      expect(await site.names()).toEqual(["Kept"]);
    }
  });

  it("last as long as the page if the browser forbids its storage, and a sentence says so", async () => {
    await using site = await open({ tab: "new" });
    await site.page.addInitScript(
      "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })",
    );
    await site.page.reload();
    await site.showSaved();
    await site.save("query Kept { __typename }", "Kept");
    await site.panel.getByText("does not let this page store anything").waitFor();
    expect(await site.export()).toContain("query Kept");
  });

  it("stay as they were if the storage has no room for more, and a sentence says so", async () => {
    await using site = await open();
    await site.save("query Kept { __typename }", "Kept");
    await site.page.evaluate(`{
      let other = "x".repeat(5_000_000);
      try {
        for (;;) localStorage.setItem("other", (other += "x".repeat(5_000)));
      } catch {}
    }`);
    const bodies = ["A", "B", "C", "D", "E"].map(
      (name) => `query ${name} { __typename } # ${"x".repeat(2_000)}`,
    );
    await site.importFile("large.json", JSON.stringify({ ...bodies }));
    await site.note.getByText("This browser has no room left for it").waitFor();
    expect(await site.names()).toEqual(["Kept"]);
    await site.explorer.write(bodies.join("\n"));
    await site.row("Save changes").click();
    await site.note.getByText("This browser has no room left for it").waitFor();
    expect(await site.export()).toContain("query Kept");
    await site.page.reload();
    await site.showSaved();
    expect(await site.names()).toEqual(["Kept"]);
  });

  it("appear soon in another tab though hundreds are imported at once", async () => {
    await using first = await open();
    const page = await first.page.context().newPage();
    await page.goto(`${gateway.url}/graphql`);
    const second = inSite({ page });
    await second.showSaved();
    await page.evaluate(`readCount = 0; for (const name of ["getItem"]) {
      const own = Storage.prototype[name];
      Storage.prototype[name] = function (...args) { readCount += 1; return own.apply(this, args); };
    }`);
    const operations = Array.from({ length: 600 }, (_, at) => ({
      ...{ id: String(at), name: `Operation ${at}`, body: `query Operation${at} { __typename }` },
    }));
    await first.importFile("many.json", JSON.stringify({ operations }));
    await first.note.getByText("Imported 600 queries").waitFor();
    await second.panel.getByText("400 queries more").waitFor();
    // Each is read once, not all again for each.
    expect(await page.evaluate<number>("readCount")).toBeLessThan(1200);
  });

  it("of two tabs that save at once are all kept; of one text saved twice, the later", async () => {
    await using first = await open();
    await first.save("query A { __typename }", "Shared");
    const page = await first.page.context().newPage();
    await page.goto(`${gateway.url}/graphql`);
    const second = inSite({ page });
    await second.showSaved();
    await second.row("Shared").click();
    await Promise.all([
      first.save("query A1 { __typename }", "From the first"),
      second.save("query A2 { __typename }", "From the second"),
    ]);
    const all = ["From the first", "From the second", "Shared"];
    await expect.poll(() => first.names()).toEqual(all);
    await expect.poll(() => second.names()).toEqual(all);
    await first.row("Shared").click();
    await second.row("Shared").click();
    await first.explorer.write("query B1 { __typename }");
    await second.explorer.write("query B2 { __typename }");
    await first.row("Save changes").click();
    await first.note.getByText("“Shared” is saved").waitFor();
    await second.row("Save changes").click();
    await second.note.getByText("“Shared” is saved").waitFor();
    const stored = () => page.evaluate<string>("JSON.stringify(localStorage)");
    expect(await stored()).toContain("query B2");
    await second.row("Undo").click();
    await second.note.getByText("Undone.").waitFor();
    expect(JSON.parse(await second.export()).operations).toContainEqual(
      expect.objectContaining({ body: "query B1 { __typename }" }),
    );
  });

  it("stand beside a read-only folder of what is registered with the gateway", async () => {
    await using folder = await createFolder();
    const PERSISTED_OPERATIONS = folder.file("manifest.json");
    await writeFile(
      PERSISTED_OPERATIONS,
      JSON.stringify({
        one: "query Registered($search: String) { tags(search: $search) { totalCount } }",
        two: "{ terminals { totalCount } }",
        three: "subscription Told { changes { kind } }",
        four: "query Twice { tags { totalCount } }",
        five: "query Twice { terminals { totalCount } }",
      }),
    );
    await using own = await startGateway({
      registryUrl: gateway.registry.url,
      key,
      settings: { EXPLORER: "true", PERSISTED_OPERATIONS },
    });
    const permissions = ["clipboard-read", "clipboard-write"];
    await using site = await open({ permissions }, own.url);
    await site.save("query Mine { __typename }", "Mine");
    const region = site.panel.getByRole("region", { name: "Registered with this gateway" });
    const buttons = ["Registered", "Copy address", "terminals", "Told", "Twice", "Twice"];
    expect(await region.getByRole("button").allTextContents()).toEqual(buttons);
    const copiedAddress = async () => {
      await region.getByRole("button", { name: "Copy address" }).click();
      await site.note.getByText(`Copied ${own.url}/q/Registered`).waitFor();
      return site.page.evaluate<string>("navigator.clipboard.readText()");
    };
    expect(await copiedAddress()).toBe(`${own.url}/q/Registered`);
    await site.row("Registered").click();
    await site.explorer.button("▸ Variables").click();
    await site.page.getByRole("textbox", { name: "Variables" }).fill('{ "search": "" }');
    expect(await copiedAddress()).toBe(`${own.url}/q/Registered?search=`);
    await site.explorer.key.fill(key);
    await site.explorer.run();
    expect(JSON.parse(await site.explorer.json())).toEqual({
      data: { tags: { totalCount: 2500 } },
    });
    expect(await site.names()).toEqual([...buttons.toSpliced(1, 1), "Mine"]);
  });

  it("are not offered if the gateway runs registered ones only, which it says, and then nothing else is", async () => {
    await using folder = await createFolder();
    const PERSISTED_OPERATIONS = folder.file("manifest.json");
    const registered =
      "query Registered($first: Int) { tags(first: $first) { totalCount nodes { tagId } } }";
    await writeFile(PERSISTED_OPERATIONS, JSON.stringify({ one: registered }));
    const settings = { EXPLORER: "true", PERSISTED_OPERATIONS, PERSISTED_ONLY: "true" };
    await using own = await startGateway({ registryUrl: gateway.registry.url, key, settings });
    await using site = await open({ failures: "expected" }, own.url);
    await site.panel.getByText("runs only the queries that are registered with it").waitFor();
    expect(await site.page.getByRole("combobox", { name: "Open an example" }).count()).toBe(0);
    for (const name of ["New query", "Save this query…", "Import…"]) {
      expect(await site.explorer.button(name).count()).toBe(0);
    }
    await site.row("Registered").click();
    await site.explorer.key.fill(key);
    await site.explorer.run();
    expect(await site.explorer.json()).toContain('"totalCount": 2500');
    await site.explorer.showTable();
    await site.explorer.button("Download").click();
    await site.explorer.button("All rows as NDJSON").click();
    await site.page.getByText("Registered.ndjson is saved. 2,500 rows of 2,500.").waitFor();
    await site.page.getByText("registered queries only", { exact: true }).waitFor();
    await site.explorer.button("Build").click();
    await site.page.getByText("a query for its schema is not one of them").waitFor();
    await site.explorer.write("{ tags { totalCount } }");
    await site.explorer.run();
    expect(await site.explorer.notices.textContent()).toContain("runs registered queries only");
  });
});
