import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, expect, test } from "vitest";
import { startSampleGateway } from "../support/gateway.ts";

const suite = join(
  import.meta.dirname,
  "node_modules/@modelcontextprotocol/conformance/dist/index.js",
);

/** What a scenario's checks came to, by status. */
interface Checks {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

const gateway = await startSampleGateway({ MCP: "true" });
afterAll(() => gateway[Symbol.asyncDispose]());

async function runScenario(name: string): Promise<Checks> {
  const argv = [suite, "server", "--url", `${gateway.url}/mcp`, "--scenario", name];
  const run = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  run.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  run.stderr.resume();
  await once(run, "close");
  const lines = [
    ...stripVTControlCharacters(output).matchAll(/\[([a-z0-9-]+) *\] (SUCCESS|FAILURE) /g),
  ];
  const of = (status: string) => [
    ...new Set(lines.filter(([, , found]) => found === status).map(([, id = ""]) => id)),
  ];
  return { passed: of("SUCCESS"), failed: of("FAILURE") };
}

test.each([
  "server-initialize",
  "ping",
  "tools-list",
  "dns-rebinding-protection",
  "http-header-validation",
  "input-required-result-unsupported-methods",
])("the protocol's conformance suite finds nothing wrong: %s (rule 11)", async (name) => {
  const { passed, failed } = await runScenario(name);
  expect(failed).toEqual([]);
  expect(passed.length).toBeGreaterThan(1);
});

test("the era without sessions fails only where the suite calls its own example's tools (rule 11)", async () => {
  const { passed, failed } = await runScenario("server-stateless");
  expect(failed.toSorted()).toEqual([
    "sep-2575-http-server-no-independent-requests-on-stream",
    "sep-2575-missing-capability-http-400",
    "sep-2575-server-no-log-without-loglevel",
    "sep-2575-server-rejects-undeclared-capability",
  ]);
  expect(passed.length).toBeGreaterThan(15);
});

test("what may be cached fails only for lists that the gateway does not have (rule 11)", async () => {
  const { passed, failed } = await runScenario("caching");
  expect(failed.toSorted()).toEqual([
    "sep-2549-prompts-list-caching-hints",
    "sep-2549-resources-list-caching-hints",
    "sep-2549-resources-templates-list-caching-hints",
  ]);
  expect(passed).toContain("sep-2549-tools-list-caching-hints");
});
