import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createKey, listKeys } from "../../../src/registry/keys.ts";
import { startGateway } from "../../../test/support/gateway.ts";
import { createKeysFile, createToken } from "../../../test/support/keys-file.ts";
import { openApplication, readTraces, shareSample, startSample } from "./application.ts";
import { serveSite } from "./site.ts";

const sample = await shareSample();

test("the page says that a key is refused, and the right key opens the page of the address", async () => {
  await using app = await openApplication(sample.site, "/tags?q=boiler");
  await app.enter("no-such-key");
  await app.alert.getByText("This token is not accepted").waitFor();
  await app.enter(sample.key);
  await app.names();
  expect(app.address()).toBe("/tags?q=boiler");
});

test("the key is in memory and nowhere else", async () => {
  await using app = await openApplication(sample.site);
  await app.enter(sample.key);
  await app.names();
  const traces = await readTraces(app.page);
  expect(Object.entries(traces).filter(([, text]) => text.includes(sample.key))).toEqual([]);
  await app.page.reload();
  await app.key.waitFor();
});

test("a kept key is only in this tab, and gone when it is forgotten", async () => {
  await using app = await openApplication(sample.site);
  await app.enter(sample.key, { isKept: true });
  await app.names();
  const { session = "", ...others } = await readTraces(app.page);
  expect(session).toContain(sample.key);
  expect(Object.entries(others).filter(([, text]) => text.includes(sample.key))).toEqual([]);
  await app.page.reload();
  await app.names();
  await app.button("Forget token").click();
  await app.key.waitFor();
  expect((await readTraces(app.page))["session"]).not.toContain(sample.key);
  await app.page.reload();
  await app.key.waitFor();
});

test("a key that is refused while it is in use is asked for again, at the same address", async () => {
  await using app = await openApplication(sample.site, "/tags?sort=name");
  await app.enter(sample.key, { isKept: true });
  await app.names();
  await app.page.route("**/graphql", (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: "Bearer revoked" } }),
  );
  await app.search.fill("gym");
  await app.alert.getByText("This token is not accepted").waitFor();
  expect(app.address()).toBe("/tags?q=gym&sort=name");
  expect((await readTraces(app.page))["session"]).not.toContain(sample.key);
});

test("a key that is revoked while the page is idle is asked for again, and no longer sent", async () => {
  await using own = await startSample();
  await using app = await openApplication(own.site, "/tags?q=gym");
  await app.enter(own.key);
  await app.page.getByText("Following changes", { exact: true }).waitFor();
  const { store } = own.registry;
  for (const { id } of await listKeys(store)) await store.removeKey(id);
  await app.alert.getByText("This token is not accepted").waitFor();
  const asked: string[] = [];
  app.page.on("request", (request) => asked.push(request.url()));
  await app.enter("another");
  await app.alert.getByText("This token is not accepted").waitFor();
  expect(asked).toHaveLength(1);
  expect(app.address()).toBe("/tags?q=gym");
});

test("the page shows nothing of one key's project to the user of another key", async () => {
  const { store } = sample.registry;
  const id = "045C4D3CBB3412";
  const floor = { type: "number", name: "Floor", identifier: "floor", set_via_app: true };
  const other = {
    id,
    type: "NFC",
    name: "Elsewhere",
    project_id: 2,
    description: "",
    is_active: true,
    added_when: 1_700_000_000,
    last_update: 1_700_000_000,
    additional_data: { floor: "not a number" },
  };
  await createKey(store, { key: "other-key", projectId: 2, name: "test", createdWhen: 0 });
  await using change = await store.beginChange();
  await change.putRecords([
    { projectId: 2, kind: "tag", id, addedWhen: 0, json: JSON.stringify(other) },
  ]);
  await change.putStructure(
    2,
    "tag",
    JSON.stringify({ items: [floor], last_update: 1_700_000_000 }),
  );
  await change.commit();
  await using app = await openApplication(sample.site, "/tags?q=boiler");
  const changeTo = async (key: string) => {
    await app.button("Forget token").click();
    await app.enter(key);
  };
  const none = app.page.getByText("Tick off issues as you deal with them.");
  const one = app.page.getByText("1 issue ticked off in this tab.");
  await app.enter(sample.key);
  await app.names();
  await app.link("Data quality").click();
  await app.rows.first().locator(".tick-box").first().click();
  await one.waitFor();
  await changeTo("other-key");
  await none.waitFor();
  await app.link("Elsewhere").click();
  expect(await app.link("← Tags").getAttribute("href")).toBe("/tags");
  await app.page.goBack();
  await changeTo(sample.key);
  await one.waitFor();
});

test("a token opens the project of its key, and is asked for again soon after it was revoked", async () => {
  const token = createToken();
  await using file = await createKeysFile({ sample: sample.key }, { [token]: { key: "sample" } });
  const { url: registryUrl, ownFields } = sample.registry;
  const settings = { KEYS_FILE: file.path, CHANGES_POLL_SECONDS: "1" };
  await using gateway = await startGateway({ registryUrl, key: sample.key, settings, ownFields });
  await using site = await serveSite(gateway.url);
  await using app = await openApplication(site, "/tags?q=boiler");
  await app.enter(sample.key);
  await app.alert.getByText("This token is not accepted").waitFor();
  await app.enter(token);
  await app.names();
  await app.page.getByText("Following changes", { exact: true }).waitFor();
  file.write({ sample: sample.key });
  await app.alert.getByText("This token is not accepted").waitFor();
  expect(app.address()).toBe("/tags?q=boiler");
});

test("the bundle contains no key", () => {
  const folder = join(import.meta.dirname, "../dist");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const texts = files.map((file) => readFileSync(join(file.parentPath, file.name), "latin1"));
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.filter((text) => text.includes(sample.key))).toEqual([]);
});

test("with a session at a server in front of the gateway, the page asks for no key", async () => {
  await using app = await openApplication(sample.site);
  await app.key.waitFor();
  await app.page.route("**/graphql", (route) =>
    route.continue({
      headers: { ...route.request().headers(), authorization: `Bearer ${sample.key}` },
    }),
  );
  await app.page.reload();
  await app.names();
  expect(await app.button("Forget token").count()).toBe(0);
});
