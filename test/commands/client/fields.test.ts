import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runFields } from "../../../src/commands/client/fields.ts";
import { parseOwnFields } from "../../../src/gateway/resolvers/own-fields/own-fields.ts";
import { readSettings } from "../../../src/settings.ts";
import { createFolder } from "../../support/folder.ts";
import { startGateway } from "../../support/gateway.ts";
import { createProject, named } from "../../support/project.ts";
import { startSampleRegistry } from "../../support/real-registry.ts";
import { runCommand } from "../../support/run-command.ts";
import { startScriptedRegistry, status } from "../../support/scripted-registry.ts";
import { runTapgraph } from "../../support/tapgraph.ts";

const sampleFile = join(import.meta.dirname, "../../../schema/sample/own-fields.graphql");

/** The fields of a file with their types, identifiers and links. */
function fieldsOf(sdl: string) {
  const { tag, terminal } = parseOwnFields(sdl, "fields");
  return [tag, terminal].flatMap((type) =>
    [...(type?.fields.values() ?? [])].map(({ name, type: of, identifier, link }) => ({
      ...{ name, of, identifier, link },
    })),
  );
}

describe("the own fields that are proposed", () => {
  test("for the sample are those of its own file, but for a date and a key without an item", async () => {
    await using run = await runTapgraph(["fields"]);
    expect(await run.exit()).toBe(0);
    expect(run.output).toContain("REGISTRY_URL is not set: this is the embedded sample.\n");
    expect(run.stdout).toContain(
      '  nextCheck: String @item(identifier: "next_check") # DateTime, if all values are dates\n',
    );
    const proposed = fieldsOf(run.stdout.replace("nextCheck: String", "nextCheck: DateTime"));
    const file = fieldsOf(readFileSync(sampleFile, "utf8"));
    expect(proposed).toEqual(file.filter(({ name }) => name !== "legacyNumber"));
  });

  test("are accepted by a gateway in front of that registry, with its links", async () => {
    await using registry = await startSampleRegistry();
    await using folder = await createFolder();
    const settings = {
      ...{ REGISTRY_URL: registry.url, TAPGRAPH_KEY: registry.key },
      ADDITIONAL_DATA_LINKS: "tag.terminal_id=terminal.id,terminal.owner_imei=terminal.imei",
    };
    const run = await runCommand(() => runFields(readSettings(settings), []));
    expect(run.code).toBe(0);
    expect(run.output).toContain(
      '  owner: Terminal @item(identifier: "owner_imei", names: IMEI)\n',
    );
    const file = folder.file("own-fields.graphql");
    writeFileSync(file, run.output);
    await using gateway = await startGateway({
      ...{ registryUrl: registry.url, key: registry.key },
      links: settings.ADDITIONAL_DATA_LINKS,
      settings: { OWN_FIELDS: file },
    });
    const query = "{ tags(first: 1) { nodes { data { terminal { name } } } } }";
    expect((await gateway.query(query)).data).toMatchObject({ tags: { nodes: [{ data: {} }] } });
    const check = () => runFields(readSettings(settings), ["--check", file]);
    expect(await runCommand(check)).toMatchObject({
      code: 1,
      output:
        'error: TerminalData.owner: neither the structure nor any of the first 60 terminals has "owner_imei"\n',
    });
  });

  test("are none, which is one line, without a structure and links", async () => {
    await using registry = await startScriptedRegistry({});
    const settings = readSettings({ REGISTRY_URL: registry.url, TAPGRAPH_KEY: registry.key });
    await expect(runFields(settings, [])).rejects.toThrow(
      /^tapgraph fields: neither a structure of the registry nor ADDITIONAL_DATA_LINKS names an identifier$/,
    );
  });
});

describe("--check", () => {
  const key = "s3cret-Key-0123456789";

  /** Checks a file against a registry. */
  async function check(sdl: string, settings: Readonly<Record<string, string>>) {
    await using folder = await createFolder();
    writeFileSync(folder.file("own.graphql"), sdl);
    const file = folder.file("own.graphql");
    const run = () => runFields(readSettings(settings), ["--check", file]);
    const { code, output } = await runCommand(run);
    expect(output).not.toContain("s3cret");
    return { code, output: output.replaceAll(file, "own.graphql") };
  }

  test("says in one line that the sample's own file fits", async () => {
    await using registry = await startSampleRegistry();
    const settings = { REGISTRY_URL: registry.url, TAPGRAPH_KEY: registry.key };
    expect(await check(readFileSync(sampleFile, "utf8"), settings)).toEqual({
      code: 0,
      output: "own.graphql fits the registry.\n",
    });
  });

  test("looks into the first thousand records, in pages that the registry serves", async () => {
    const tags = Array.from({ length: 1200 }, (_, index) =>
      named(`04${index}`, "Tag", { additional_data: { [`key_${index}`]: 1 } }),
    );
    const structures = {
      tag: { items: [{ type: "dial", name: "\u001b[31m", identifier: "\u001b" }] },
    };
    await using registry = await startScriptedRegistry({
      ...createProject(),
      tags,
      structures,
      key,
    });
    registry.rules.refuseAbove = 250;
    const settings = { REGISTRY_URL: registry.url, TAPGRAPH_KEY: key };
    expect(await check("type TagData { key_0: Float key_999: Float }", settings)).toEqual({
      code: 0,
      output: 'warning: TagData has no field for the item "\\u001b"\n',
    });
    const { code, output } = await check("type TagData { key_1000: Float }", settings);
    expect(code).toBe(1);
    expect(output).toMatch(
      /^error: TagData.key_1000: .* first 1,000 tags has "key_1000"\nwarning: .*\n$/,
    );
  });

  test.each([
    ["refuses the key", status(401), /the registry refused the key/],
    ["is unreachable", undefined, /could not be reached|connection/],
  ])("exits with 2 and one line if the registry %s", async (_, behaviour, expected) => {
    await using registry = await startScriptedRegistry(behaviour ?? {});
    if (behaviour === undefined) await registry[Symbol.asyncDispose]();
    const settings = { REGISTRY_URL: registry.url, TAPGRAPH_KEY: key };
    const { code, output } = await check("type TagData { a: Float }", settings);
    expect(code).toBe(2);
    expect(output).toMatch(/^tapgraph fields: .*; run tapgraph doctor to find out why\n$/);
    expect(output).toMatch(expected);
  });

  test("needs no registry for a file with a mistake", async () => {
    const settings = { REGISTRY_URL: "http://127.0.0.1:1", TAPGRAPH_KEY: key };
    const { code, output } = await check("type TagData { a: Int }", settings);
    expect(code).toBe(1);
    expect(output).toMatch(
      /^tapgraph fields: own.graphql:1:19: The type Int is not allowed here\. .*\n$/,
    );
  });

  test.each([
    [["--check"], /^tapgraph fields: .*--check/],
    [["--check", "no-such-file"], /^tapgraph fields: no-such-file cannot be read$/],
    [["extra"], /^tapgraph fields: takes only --check FILE/],
  ])("and its arguments %j are refused in one line", async (argv, expected) => {
    await expect(runFields(readSettings({}), argv)).rejects.toThrow(expected);
  });
});
