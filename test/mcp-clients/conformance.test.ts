import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, expect, test } from "vitest";
import { createFolder } from "../support/folder.ts";
import { startSampleGateway } from "../support/gateway.ts";

const suite = join(
  import.meta.dirname,
  "node_modules/@modelcontextprotocol/conformance/dist/index.js",
);

/** What a scenario's checks came to, by status. */
interface Checks {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly reasons: readonly string[];
}

// The suite calls tools by names of its own. Those that need no abilities of their client can be registered.
const folder = await createFolder();
const manifest = folder.file("manifest.json");
const documents = ["test_simple_text", "test_logging_tool", "test_streaming_elicitation"]
  .map((name) => `"For the suite." query ${name} { __typename }`)
  .concat('"Fails." query test_error_handling { tags(after: "bogus") { totalCount } }');
writeFileSync(manifest, JSON.stringify(Object.fromEntries(documents.entries())));
const gateway = await startSampleGateway({ MCP: "true", PERSISTED_OPERATIONS: manifest });
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function runScenario(name: string): Promise<Checks> {
  const argv = [suite, "server", "--url", `${gateway.url}/mcp`, "--scenario", name];
  const run = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  run.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  run.stderr.resume();
  await once(run, "close");
  const text = stripVTControlCharacters(output);
  const lines = [...text.matchAll(/\[([a-z0-9-]+) *\] (SUCCESS|FAILURE) /g)];
  const of = (status: string) => [
    ...new Set(lines.filter(([, , found]) => found === status).map(([, id = ""]) => id)),
  ];
  const reasons = [...text.matchAll(/^ {4}Error: (.*)$/gm)].map(([, reason = ""]) => reason);
  return { passed: of("SUCCESS"), failed: of("FAILURE"), reasons };
}

test.each([
  "server-initialize",
  "ping",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-error",
  "dns-rebinding-protection",
  "http-header-validation",
  "input-required-result-unsupported-methods",
  "input-required-result-validate-input",
])("the protocol's conformance suite finds nothing wrong: %s", async (name) => {
  const { passed, failed } = await runScenario(name);
  expect(failed).toEqual([]);
  expect(passed.length).toBeGreaterThan(1);
});

test("the era without sessions fails only for a tool that needs abilities of its client, which the gateway has none of", async () => {
  const { passed, failed, reasons } = await runScenario("server-stateless");
  expect(failed.toSorted()).toEqual([
    "sep-2575-missing-capability-http-400",
    "sep-2575-server-rejects-undeclared-capability",
  ]);
  const reason =
    /^Not testable: server does not list the diagnostic tool 'test_missing_capability'/;
  expect(reasons).toEqual(failed.map(() => expect.stringMatching(reason)));
  expect(passed.length).toBeGreaterThan(17);
});

test("what may be cached fails only for lists that the gateway does not have", async () => {
  const { passed, failed, reasons } = await runScenario("caching");
  expect(failed.toSorted()).toEqual([
    "sep-2549-prompts-list-caching-hints",
    "sep-2549-resources-list-caching-hints",
    "sep-2549-resources-templates-list-caching-hints",
  ]);
  expect(reasons).toEqual(failed.map(() => expect.stringMatching(/Method not found$/)));
  expect(passed).toContain("sep-2549-tools-list-caching-hints");
});
