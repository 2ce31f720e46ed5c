import { describe, expect, it } from "vitest";
import { startGateway } from "../../support/gateway.ts";
import { type ListGateway, startListGateway } from "../../support/list-gateway.ts";
import { named } from "../../support/project.ts";
import { startListRegistry } from "../../support/real-registry.ts";
import { readStorage, startExplorer } from "./page.ts";
import { startScriptedSite } from "./scripted-site.ts";

const { isMissing, gateway: sample, open: openPage } = await startExplorer();

const patient = { timeout: 30_000 };

const settings = { EXPLORER: "true" };

describe.skipIf(isMissing)("a subscription", () => {
  const open = async (url: string, key: string) => {
    const site = await openPage({ failures: "expected" }, url);
    const { explorer } = site;
    await explorer.key.fill(key);
    const events = explorer.response.getByRole("listitem");
    return {
      ...site,
      events,
      state: explorer.response.locator(".stream-state"),
      notice: explorer.response.locator(".notices"),
      /** Waits for `count` events, and returns the text of each without its time. */
      async shown(count: number): Promise<readonly string[]> {
        await expect.poll(() => events.count(), patient).toBe(count);
        const texts = await events.locator("summary").allInnerTexts();
        return texts.map((text) => text.split("\n").slice(1).join(" "));
      },
      /** Opens the example and runs it. */
      async listen(): Promise<void> {
        await site.page.getByRole("option", { name: "Changes" }).waitFor({ state: "attached" });
        await explorer.example("Changes");
        await explorer.button("Run").click();
      },
    };
  };
  const openFor = (gateway: ListGateway) => open(gateway.url, gateway.registry.key);

  it("lists its events as they come, the newest first, and each can be opened", async () => {
    await using gateway = await startListGateway({ tags: [named("a", "Door")], settings });
    await using site = await openFor(gateway);
    await site.listen();
    expect(await site.shown(1)).toEqual(["RESET"]);
    await gateway.registry.replace("tag", [named("a", "Front door"), named("b", "Gate")]);
    await gateway.poll();
    expect((await site.shown(3)).toSorted()).toEqual([
      "ADDED Gate · isActive: true",
      "CHANGED Front door · isActive: true · fields: name",
      "RESET",
    ]);
    await gateway.registry.remove("tag", "b");
    await gateway.poll();
    expect((await site.shown(4))[0]).toMatch(/^REMOVED id: \S+$/);
    expect(await site.state.textContent()).toBe("Listening");
    expect(await site.state.getAttribute("role")).toBe("status");
    expect(await site.explorer.facts.textContent()).toBe("4 events");
    // Its number is announced now and then, and no event by itself.
    await site.page.locator("[aria-live=polite]", { hasText: "4 events" }).waitFor();
    const live = site.page.locator("[aria-live], [role=status], [role=log], [role=alert]");
    expect(await live.locator("ol, li").count()).toBe(0);
    await site.events.first().locator("summary").press("Enter");
    expect(await site.events.first().locator("pre").textContent()).toContain('"kind": "REMOVED"');
    expect(await readStorage(site.page)).not.toContain(gateway.registry.key);
    expect(await readStorage(site.page)).not.toContain("Gate");
  });

  it("can be paused without losing events, and ends at the gateway when it is stopped", async () => {
    await using gateway = await startListGateway({ tags: [], settings });
    await using site = await openFor(gateway);
    await site.listen();
    await site.shown(1);
    await site.explorer.button("Pause").press("Enter");
    await gateway.registry.replace("tag", [named("a", "Door")]);
    await gateway.poll();
    await site.explorer.button("Show 1 more").waitFor();
    expect(await site.state.textContent()).toBe("Paused");
    expect(await site.shown(1)).toEqual(["RESET"]);
    await site.explorer.button("Show 1 more").press("Enter");
    expect((await site.shown(2))[0]).toBe("ADDED Door · isActive: true");
    await site.explorer.button("Stop listening").press("Enter");
    await site.state.getByText("Stopped").waitFor();
    await gateway.untilFigure("tapgraph_subscriptions", (count) => count === 0);
    expect(await site.events.count()).toBe(2);
  });

  it("resumes after its last event, with what happened meanwhile and no RESET", async () => {
    await using gateway = await startListGateway({ tags: [named("a", "Door")], settings });
    await using site = await openFor(gateway);
    await using other = await gateway.subscribe("subscription { changes { kind } }");
    await site.listen();
    await site.shown(1);
    await site.explorer.button("Stop listening").click();
    await other.change();
    await gateway.registry.remove("tag", "a");
    await gateway.poll();
    expect(await other.change()).toEqual({ kind: "REMOVED" });
    await site.explorer.button("Resume after the last event").click();
    expect(await site.shown(2)).toEqual([expect.stringMatching(/^REMOVED/), "RESET"]);
  });

  it("says in words that the key is refused, and that the gateway has ended it", async () => {
    await using registry = await startListRegistry({ tags: [] });
    const { url: registryUrl, key } = registry;
    const gateway = await startGateway({ registryUrl, key, settings });
    await using site = await open(gateway.url, "no such key");
    await site.listen();
    await site.notice.getByText("The registry does not know this key").waitFor();
    await site.explorer.key.fill(key);
    await site.explorer.button("Run").click();
    await site.shown(1);
    await gateway[Symbol.asyncDispose]();
    await site.state.getByText("Ended").waitFor();
    await site.notice.getByText("The gateway has ended the stream").waitFor();
    await site.explorer.button("Run").click();
    await site.explorer.notices.getByText("The gateway cannot be reached").waitFor();
  });

  it("says in words that the gateway has too many subscriptions, or that the query does not fit the schema", async () => {
    await using gateway = await startListGateway({
      tags: [],
      settings: { ...settings, MAX_SUBSCRIPTIONS: "1" },
    });
    await using other = await gateway.subscribe("subscription { changes { kind } }");
    await other.change();
    await using site = await openFor(gateway);
    await site.listen();
    await site.explorer.notices.getByText("The gateway is overloaded").waitFor();
    await site.explorer.write("subscription { nothing }");
    await site.explorer.run();
    await site.explorer.notices.getByText("does not fit the schema").waitFor();
  });

  it("says in words what a proxy's response means, and that the connection was lost", async () => {
    const event = 'event: next\nid: 1\ndata: {"data":{"changes":{"kind":"RESET"}}}\n\n';
    let answer = { status: 404, type: "application/json", body: "{}" };
    await using server = await startScriptedSite((response) => {
      response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
    });
    await using site = await open(server.url, "k");
    await site.explorer.write("subscription { changes { kind } }");
    for (const [status, body, words] of [
      [406, '{"errors":[{"message":"No.","extensions":{"code":"BAD_REQUEST"}}]}', "refuses"],
      [502, "<html>", "It has status 502 and is not JSON"],
    ] as const) {
      answer = { status, type: "application/json", body };
      await site.explorer.run();
      await site.explorer.notices.getByText(words).waitFor();
    }
    answer = { status: 200, type: "text/event-stream", body: event };
    await site.explorer.button("Run").click();
    await site.state.getByText("Connection lost").waitFor();
    expect(await site.shown(1)).toEqual(["RESET"]);
  });

  it("is among the examples only if the schema has one", async () => {
    await using gateway = await startListGateway({
      tags: [],
      settings: { ...settings, CHANGES_POLL_SECONDS: "0" },
    });
    await using site = await openFor(gateway);
    await site.page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    expect(await site.page.getByRole("option", { name: "Changes" }).count()).toBe(0);
  });

  it("is built by ticking its fields", async () => {
    await using site = await open(sample.url, "k");
    await site.page.getByRole("checkbox", { name: "tags", exact: true }).waitFor();
    await site.explorer.write("subscription {\n  changes {\n    kind\n  }\n}");
    await site.page.getByRole("checkbox", { name: "cursor", exact: true }).check();
    expect(await site.explorer.query.innerText()).toMatch(/kind\n\s+cursor/);
  });
});
