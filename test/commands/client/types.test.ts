import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runTypes } from "../../../src/commands/client/types.ts";
import { isForUser } from "../../../src/commands/command-error.ts";
import { printTypes } from "../../../src/gateway/resolvers/structure/typescript.ts";
import type { ItemRecord } from "../../../src/registry-client/records.ts";
import { readSettings } from "../../../src/settings.ts";
import { createFolder } from "../../support/folder.ts";
import { hostileText } from "../../support/hostile.ts";
import { startSampleRegistry } from "../../support/real-registry.ts";
import { startScriptedRegistry, status } from "../../support/scripted-registry.ts";
import { runTapgraph } from "../../support/tapgraph.ts";

const compiler = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");

/** Compiles modules. Returns the compiler's errors; an empty string if there are none. */
async function compile(modules: Readonly<Record<string, string>>): Promise<string> {
  await using folder = await createFolder();
  const options =
    "--noEmit --ignoreConfig --strict --exactOptionalPropertyTypes --module nodenext --target es2024 --allowImportingTsExtensions";
  const files = Object.entries(modules).map(([name, text]) => {
    writeFileSync(folder.file(name), text);
    return folder.file(name);
  });
  try {
    await promisify(execFile)(process.execPath, [compiler, ...options.split(" "), ...files]);
    return "";
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

const item = (fields: Readonly<Record<string, unknown>>): ItemRecord => ({ fields, template: "" });

describe("the types of additional data", () => {
  test("of the sample accept what its records have, and nothing else", async () => {
    await using registry = await startSampleRegistry();
    const address = { REGISTRY_URL: registry.url, TAPGRAPH_KEY: registry.key };
    await using run = await runTapgraph(["types"], address);
    expect(await run.exit()).toBe(0);
    await using embedded = await runTapgraph(["types"]);
    expect(await embedded.exit()).toBe(0);
    expect(embedded.stdout).toBe(run.output);
    expect(embedded.output).toContain("REGISTRY_URL is not set: this is the embedded sample.\n");
    expect(run.output).toContain("  /** Kind of site */\n  readonly site_kind: ");
    const use = `
      import type { TagAdditionalData, TerminalAdditionalData } from "./types.ts";
      const complete = { site: "", site_kind: "School", location: "", condition: "worn" } as const;
      export const required: TagAdditionalData = complete;
      export const more: TagAdditionalData = { ...complete, floor: 2, notes: null };
      export const desk: TerminalAdditionalData["mounting"] = "desk";
      // @ts-expect-error: a required item is missing.
      export const missing: TagAdditionalData = { site: "", site_kind: "School", location: "" };
      // @ts-expect-error: this is not one of the options.
      export const option: TagAdditionalData = { ...complete, condition: "new" };
      // @ts-expect-error: a string is not a number.
      export const number: TagAdditionalData = { ...complete, floor: "2" };
    `;
    expect(await compile({ "types.ts": run.output, "use.ts": use })).toBe("");
  });

  test("compile, whatever names, identifiers and options a structure has", async () => {
    const items = fc.array(
      fc.record({
        type: fc.constantFrom("textbox", "selectbox", "number", "image", "dial", 5),
        name: fc.oneof(hostileText, fc.constantFrom("*/ export const x = 1; /*", null)),
        identifier: hostileText,
        set_via_app: fc.constantFrom(true, false, "1", null),
        enum: fc.option(fc.array(hostileText, { maxLength: 3 })),
      }),
      { maxLength: 20 },
    );
    const modules = fc
      .sample(items, 40)
      .map((fields, index) => printTypes(fields.map(item), index % 2 === 0 ? null : []));
    const named = modules.map((module, index) => [`types-${index}.ts`, module]);
    expect(await compile(Object.fromEntries(named))).toBe("");
  });

  test("follow the first of two items with the same identifier", () => {
    const twice = ["number", "textbox"].map((type) => item({ type, identifier: "floor" }));
    expect(printTypes(twice, null)).toContain("readonly floor?: number | null;");
  });

  test("have no control characters of the registry's", () => {
    const evil = "a\u001b[31m\u009b2J\u202eb\u2028\u{e0001}";
    const items = [
      item({ type: "selectbox", identifier: evil, name: evil, enum: [evil], set_via_app: true }),
    ];
    const text = printTypes(items, null);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    expect(text).toContain('"a\\u001b[31m\\u009b2J\\u202eb\\u2028\\udb40\\udc01": "a');
  });

  test("leave out items without an identifier", () => {
    const items = [
      item({ type: "number", name: "Floor" }),
      item({ type: "textbox", identifier: "a" }),
    ];
    expect(printTypes(items, null)).toContain("= {\n  readonly a?: string | null;\n};");
  });
});

test("a refused key is reported in one line that does not show it", async () => {
  await using registry = await startScriptedRegistry(status(401));
  const settings = { REGISTRY_URL: registry.url, TAPGRAPH_KEY: "s3cret-Key-0123456789" };
  const error = await runTypes(readSettings(settings), []).catch((reason: unknown) => reason);
  expect(isForUser(error)).toBe(true);
  expect(String(error)).toMatch(
    /: tapgraph types: GET \/api\/v1\/.* the registry refused the key.*$/,
  );
  expect(String(error)).not.toContain("s3cret");
});

test("takes no arguments", async () => {
  await expect(runTypes(readSettings({}), ["extra"])).rejects.toThrow(
    /^tapgraph types: takes no arguments/,
  );
});
