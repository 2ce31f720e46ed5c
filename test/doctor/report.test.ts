import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { checkTls } from "../../src/doctor/checks/service/reach.ts";
import { formatJson, formatSettings, formatSummary } from "../../src/doctor/report.ts";
import type { Visit } from "../../src/doctor/visit.ts";
import { createProject } from "../support/project.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";
import { examine } from "./examine.ts";

test("a doctor without calls left says in its summary that the budget is spent", async () => {
  await using registry = await startScriptedRegistry(createProject());
  const diagnosis = await examine(registry, { budget: 1 });
  expect(diagnosis.outcome).toBe("unknown");
  expect(formatSummary(diagnosis)).toContain("the budget of calls is spent");
});

test.each([
  "https://registry.example/it's",
  "https://registry.example/$HOME/#",
  "https://registry.example/a`b`'c",
])("the line of an .env file for %s is read back unchanged", (address) => {
  const text = formatSettings({ settings: { REGISTRY_URL: address } });
  expect(parseEnv(text)["REGISTRY_URL"]).toBe(address);
});

test("a shell expands nothing in the address of a proposed command", async () => {
  await using registry = await startScriptedRegistry(createProject());
  const { visit, ...diagnosis } = await examine({ ...registry, url: `${registry.url}/$(id)$HOME` });
  const { checks } = JSON.parse(formatJson(visit, diagnosis));
  for (const { call } of checks) {
    expect(call?.replace("$TAPGRAPH_KEY", "") ?? "").not.toContain("$");
  }
});

test("the address that a redirect leads to is told in full", async () => {
  const path = "/a/rather/long/path/that/no/word/of/forty/letters/holds";
  await using registry = await startScriptedRegistry(({ response, path: asked }) => {
    response.writeHead(301, { location: `${path}${asked}` }).end();
  });
  const { findings } = await examine({ url: registry.url, key: "s3cret-key" });
  expect(findings.at(-1)?.detail).toContain(`${registry.url}${path}`);
});

test.each(["ftp://127.0.0.1/api/v1/tags", "javascript:alert(1)", "http://["])(
  "an address that cannot be a registry's is not proposed: %s",
  async (location) => {
    await using registry = await startScriptedRegistry(({ response }) => {
      response.writeHead(302, { location }).end();
    });
    const { settings, findings } = await examine({ url: registry.url, key: "s3cret-key" });
    expect(settings["REGISTRY_URL"]).toBe(registry.url);
    expect(findings.at(-1)?.detail).not.toContain("null");
  },
);

test("a single thing is named in the singular", async () => {
  const { tags, terminals } = createProject(1);
  const structures = {
    tag: { items: [{ type: "selectbox", identifier: "site" }], last_update: 1 },
  };
  const project = { tags, terminals: terminals.slice(0, 1), structures };
  await using registry = await startScriptedRegistry(project);
  const { findings } = await examine(registry);
  const details = Object.fromEntries(findings.map((finding) => [finding.id, finding.detail]));
  expect(details).toMatchObject({
    "tag-ids": "Each row has an id of its own, in 1 row.",
    "tag-structure": expect.stringContaining("1 item of type selectbox without options"),
    "tag-data": expect.stringContaining("Of 1: 1 object. "),
  });
});

test.each([
  ["2026-01-02", "It expires in 1 day. "],
  ["2026-01-03", "It expires in 2 days. "],
])("the days until a certificate ends on %s are counted", async (end, hint) => {
  const visit = {
    baseUrl: "https://registry.example",
    tls: () => ({ protocol: "TLSv1.3", validTo: new Date(end) }),
    now: () => Date.parse("2026-01-01"),
  };
  expect(await checkTls(visit as unknown as Visit)).toMatchObject({
    status: "warning",
    hint: expect.stringContaining(hint),
  });
});
