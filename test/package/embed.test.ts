import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, inject, test } from "vitest";
import { startSampleRegistry } from "../support/real-registry.ts";

const run = promisify(execFile);
const folder = join(inject("folder"), "program");

const program = `
import { createGateway, type FindKey, type GatewayOptions, type LogTarget } from "tapgraph";
import { Registry } from "@prometheus-io/client";

const [, , registryUrl = "", key = ""] = process.argv;
const log: LogTarget = { debug() {}, info() {}, warn() {}, error() {} };
const findKey: FindKey = async ({ headers }) => String(headers["cookie"]);
const options: GatewayOptions = {
  REGISTRY_URL: registryUrl, PORT: 0, MAX_PAGE_SIZE: 200, EXPLORER: "false",
  ADDITIONAL_DATA_LINKS: "tag.terminal_id=terminal.id", log, findKey, prometheus: new Registry(),
};
// @ts-expect-error: there is no such option.
export const unknown: GatewayOptions = { ...options, MAX_PAGES: 1 };
// @ts-expect-error: only the command has this setting.
export const command: GatewayOptions = { ...options, WORKERS: 2 };

await using gateway = createGateway(options);
const { url } = await gateway.listen();
const request = new Request(url + "/graphql", {
  method: "POST",
  headers: { "content-type": "application/json", cookie: key },
  body: JSON.stringify({ query: "{ tags(first: 2) { nodes { name } } }" }),
});
const responses = [await gateway.fetch(request.clone()), await fetch(request)];
console.log(JSON.stringify(await Promise.all(responses.map((response) => response.json()))));
`;

/** As strict as possible. A user's program also has the types of Node.js. */
const compilerOptions = {
  module: "nodenext",
  target: "es2024",
  lib: ["es2024", "esnext.disposable"],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  types: ["node"],
  typeRoots: [join(import.meta.dirname, "node_modules/@types")],
};

beforeAll(async () => {
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(join(folder, "program.ts"), program);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
});

test("a strict program compiles against its types, and its gateway answers both ways", async () => {
  await using registry = await startSampleRegistry();
  const compiler = join(import.meta.dirname, "node_modules/.bin/tsc");
  const { stdout: mistakes } = await run(compiler, ["--project", folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(mistakes).toBe("");
  const built = join(folder, "program.js");
  const { stdout } = await run(process.execPath, [built, registry.url, registry.key]);
  const tags = { nodes: [{ name: expect.any(String) }, { name: expect.any(String) }] };
  expect(JSON.parse(stdout)).toEqual([{ data: { tags } }, { data: { tags } }]);
});
