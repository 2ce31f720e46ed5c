import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { formatJson, formatSettings, formatSummary } from "../../src/doctor/report.ts";
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

test.each(["ftp://127.0.0.1/api/v1/tags", "javascript:alert(1)"])(
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
