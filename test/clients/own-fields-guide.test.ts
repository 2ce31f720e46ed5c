import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { blocksOf, readPage } from "../support/pages.ts";
import { sampleSdl } from "../support/sample-schema.ts";

const [configCode = "", queryCode = ""] = blocksOf(readPage("docs/own-fields.md"), "ts");

const bin = join(import.meta.dirname, "node_modules/.bin");

test("the printed configuration types the own fields of a query", async () => {
  // In this folder, where the packages are found.
  const folder = await mkdtemp(join(import.meta.dirname, "own-fields-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true }));
  const run = (command: string, ...argv: readonly string[]) =>
    promisify(execFile)(join(bin, command), argv, { cwd: folder });
  await mkdir(join(folder, "src"));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write("schema.graphql", sampleSdl);
  await write("codegen.ts", configCode);
  const compilerOptions = { strict: true, noEmit: true, module: "preserve", skipLibCheck: true };
  await write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["src"] }));
  await write("src/tags.ts", queryCode);
  await write(
    "src/use.ts",
    `import type { ResultOf } from "@graphql-typed-document-node/core";
     import type { Tags } from "./tags";
     type Result = ResultOf<typeof Tags>;
     declare const data: NonNullable<NonNullable<NonNullable<Result["tags"]>["nodes"][number]>["data"]>;
     export const floor: number | null = data.floor;
     export const nextCheck: string | null = data.nextCheck;
     export const terminal: string | null | undefined = data.terminal?.name;
     // @ts-expect-error: a number is no text
     export const text: string | null = data.floor;`,
  );
  await run("graphql-codegen");
  await run("tsc", "--project", ".");
  await write("src/tags.ts", queryCode.replace("nextCheck", "nextChek"));
  await expect(run("graphql-codegen")).rejects.toThrow("no files were generated");
});
