import { expect, test } from "vitest";
import { checkTls } from "../../src/doctor/checks/service/reach.ts";
import type { Visit } from "../../src/doctor/visit.ts";
import { createProject } from "../support/project.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";
import { examine } from "./examine.ts";

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

test("two selectboxes without options are counted in the plural", async () => {
  const items = ["site", "floor"].map((identifier) => ({ type: "selectbox", identifier }));
  const project = { ...createProject(1), structures: { tag: { items, last_update: 1 } } };
  await using registry = await startScriptedRegistry(project);
  const { findings } = await examine(registry);
  expect(findings.find(({ id }) => id === "tag-structure")?.detail).toContain(
    "2 items of type selectbox without options",
  );
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
