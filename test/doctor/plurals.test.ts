import { expect, test } from "vitest";
import { tlsCheck } from "../../src/doctor/checks/service/reach.ts";
import type { Visit } from "../../src/doctor/visit.ts";
import { createProject } from "../support/project.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";
import { examine } from "./examine.ts";

test.each([
  ["X", "Ids of tags are strings of 1 character."],
  ["XY", "Ids of tags are strings of 2 characters."],
  ["7", "Ids of tags are decimal numbers of 1 digit."],
])("a single thing is named in the singular: the tag's id is %j", async (id, detail) => {
  const { tags, terminals } = createProject(1);
  const project = {
    tags: tags.map((tag) => ({ ...tag, id })),
    terminals: terminals.slice(0, 1).map((terminal) => ({ ...terminal, id: 7 })),
    structures: { tag: { items: [{ type: "selectbox", identifier: "site" }], last_update: 1 } },
  };
  await using registry = await startScriptedRegistry(project);
  const { findings } = await examine(registry);
  const details = Object.fromEntries(findings.map((finding) => [finding.id, finding.detail]));
  expect(details).toMatchObject({
    "tag-ids": detail,
    "terminal-ids": "Ids of terminals are integers of 1 digit.",
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
  expect(await tlsCheck.run(visit as unknown as Visit)).toMatchObject([
    { status: "warning", hint: expect.stringContaining(hint) },
  ]);
});
