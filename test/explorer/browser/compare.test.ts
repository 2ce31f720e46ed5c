import { afterAll, describe, expect, it } from "vitest";
import { openBrowser, type VisitOptions, visit } from "../../support/browser.ts";
import { startListGateway } from "../../support/list-gateway.ts";
import { explorerIn, readStorage } from "./page.ts";

const browser = await openBrowser();
afterAll(() => browser?.close());

const tag = (id: string, name: string, is_active = true) => ({ id, name, is_active });
const query = "{ tags(first: 10) { totalCount nodes { tagId name isActive } } }";

describe.skipIf(browser === null)(
  "a response is pinned, and the next one compared with it:",
  () => {
    const open = async (url: string, options: VisitOptions = {}) => {
      if (browser === null) throw new Error("There is no browser");
      const site = await visit(browser, `${url}/graphql`, options);
      const explorer = explorerIn(site.page);
      await explorer.key.fill("key");
      await explorer.write(query);
      await explorer.run();
      return { ...site, explorer, lines: site.page.locator(".compare tbody tr") };
    };

    const before = [tag("04a1", "Door"), tag("04a2", "Gate"), tag("04a3", "Shed")];
    const after = [
      tag("04a2", "Gate <b>2</b>"),
      tag("04a3", "Shed"),
      tag("04a4", "Roof"),
      tag("04a5", "Hall"),
    ];

    it("rows added, removed and changed, and other values, side by side", async () => {
      await using gateway = await startListGateway({ tags: before });
      await using site = await open(gateway.url);
      const { explorer, page, lines } = site;
      await explorer.key.fill(gateway.registry.key);
      await explorer.run();
      await explorer.button("Pin").click();
      await explorer.button("Compare").click();
      await page.getByText("Both responses have the same data.").waitFor();
      await gateway.registry.replace("tag", after);
      await explorer.run();
      await page
        .getByText("tags.nodes: 2 rows added, 1 row removed, 1 row changed, 1 row as before")
        .waitFor();
      const cells = await lines.evaluateAll((rows) =>
        rows.map((row) =>
          [...row.querySelectorAll("td")].map((cell) => cell.textContent).join(" | "),
        ),
      );
      expect(cells).toEqual([
        "~ changed |  tags.totalCount | 3 | 4",
        '+ added | Roof · 04a4  |  | {"tagId":"04a4","name":"Roof","isActive":true}',
        '+ added | Hall · 04a5  |  | {"tagId":"04a5","name":"Hall","isActive":true}',
        '− removed | Door · 04a1  | {"tagId":"04a1","name":"Door","isActive":true} | ',
        "~ changed | Gate <b>2</b> · 04a2 name | Gate | Gate <b>2</b>",
      ]);
      // The pin belongs to its tab, and is not stored.
      expect(await readStorage(page)).not.toContain("Gate");
      await explorer.button("New query").click();
      expect(await explorer.button("Pinned").count()).toBe(0);
      await page
        .getByRole("navigation", { name: "Queries" })
        .getByRole("button", { name: "List", exact: true })
        .click();
      await explorer.button("Pinned").click();
      await lines.first().waitFor({ state: "detached" });
      expect(await explorer.button("Compare").count()).toBe(0);
      expect(await explorer.json()).toContain("Roof");
      expect(site.problems).toEqual([]);
    });

    it("on a phone too, where the table scrolls by itself", async () => {
      await using gateway = await startListGateway({ tags: before });
      const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
      await using site = await open(gateway.url, phone);
      const { explorer, page, lines } = site;
      await explorer.key.fill(gateway.registry.key);
      await explorer.button("Query").tap();
      await explorer.run();
      await explorer.button("Pin").tap();
      await gateway.registry.replace("tag", after);
      await explorer.button("Query").tap();
      await explorer.run();
      await explorer.button("Compare").tap();
      expect(await lines.count()).toBe(5);
      const overflow =
        "document.documentElement.scrollWidth - document.documentElement.clientWidth";
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
      expect(site.problems).toEqual([]);
    });
  },
);
