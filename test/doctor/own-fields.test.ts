import { expect, test } from "vitest";
import { createProject, hostileKey, item } from "../support/project.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";
import { runTapgraph } from "../support/tapgraph.ts";
import { examine } from "./examine.ts";

const links =
  'terminal: Terminal @item(identifier: "terminal_id")} type TerminalData { home: Tag @item(identifier: "home_tag")';

/** What the doctor says of own fields and of links, with own fields of these tags. */
async function examineFields(fields: string | undefined, structure: object = {}) {
  const structures = {
    tag: { items: [item("textbox", "site"), item("number", "floor")], ...structure },
  };
  await using registry = await startScriptedRegistry({ ...createProject(), structures });
  const diagnosis = await examine(registry, {
    ...(fields !== undefined && { ownFields: `type TagData { ${fields} }` }),
  });
  const find = (id: string) => diagnosis.findings.find((finding) => finding.id === id);
  return { ...diagnosis, own: find("own-fields"), links: find("links") };
}

test("without own fields, the doctor says nothing of them", async () => {
  const { own } = await examineFields(undefined);
  expect(own).toBe(undefined);
});

test("own fields that fit cost no call, and their links are not proposed again", async () => {
  const without = await examineFields(undefined);
  const {
    own,
    links: said,
    settings,
    calls,
  } = await examineFields(`site: String floor: Float ${links}`);
  expect(own).toMatchObject({ status: "ok", detail: "OWN_FIELDS fits the registry." });
  expect(calls).toBe(without.calls);
  expect(Object.keys(without.settings)).toContain("ADDITIONAL_DATA_LINKS");
  expect(Object.keys(settings)).not.toContain("ADDITIONAL_DATA_LINKS");
  expect(said).toMatchObject({
    status: "ok",
    detail: "No additional data but that of own fields names a record.",
  });
});

test("a link that own fields lack is still proposed", async () => {
  const { settings } = await examineFields('terminal: Terminal @item(identifier: "terminal_id")');
  expect(settings["ADDITIONAL_DATA_LINKS"]).toBe("terminal.home_tag=tag.id");
});

test("own fields that do not fit are one warning, which names the first, errors before others", async () => {
  const given = "site: Float a: JSON b: JSON c: JSON d: JSON";
  const { own, outcome } = await examineFields(given);
  const none = (name: string) =>
    `TagData.${name}: neither the structure nor any of the first 230 tags has "${name}"`;
  const float =
    "TagData.site: Float over a TEXTBOX, so filters by it are refused, and DATA_SITE orders by text";
  expect(own).toMatchObject({
    status: "warning",
    detail: `OWN_FIELDS: ${[..."abcd"].map(none).join("; ")}; ${float}; and 1 more.`,
  });
  expect(outcome).toBe("works");
});

test("own fields are not compared with a structure that cannot be read", async () => {
  const { own } = await examineFields("site: String", { items: 5 });
  expect(own).toMatchObject({ status: "warning", certainty: "unknown" });
});

test("a file with a mistake ends the command in one line", async () => {
  await using run = await runTapgraph(["doctor"], { OWN_FIELDS: "no-such-file" });
  expect(await run.exit()).toBe(1);
  expect(run.output).toBe("OWN_FIELDS: no-such-file cannot be read\n");
});

test("an identifier that is the key is not shown", async () => {
  const { own } = await examineFields("site: String", { items: [item("textbox", hostileKey)] });
  expect(own?.detail).toBe('OWN_FIELDS: TagData has no field for the item "[key]".');
});
