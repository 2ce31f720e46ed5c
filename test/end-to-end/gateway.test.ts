import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { post, startGateway } from "../support/gateway.ts";
import { startTcpServer } from "../support/listen.ts";
import { freeAddress, unusedAddress } from "../support/scripted-registry.ts";
import { type Run, runProgram, runTapgraph } from "../support/tapgraph.ts";

test("the bare command starts the sample, says so, and prints how to query it", async () => {
  await using run = await runTapgraph([], { PORT: "0" });
  const [, command = ""] = await run.waitFor(/^ *(curl .*)$/m);
  expect(run.output).toMatch(/sample/i);
  const [, explorer] = await run.waitFor(/Explorer +(http:\S+\/graphql)/);
  const [, key = ""] = await run.waitFor(/Sample key +(\S+)/);
  expect(command).toContain(explorer);
  const body = /-d '(.*)'$/.exec(command)?.[1] ?? "";
  const { data, errors } = await post(explorer ?? "", JSON.parse(body), { "x-api-key": key });
  expect(errors).toBeUndefined();
  expect(data.tags.nodes).toHaveLength(2);
  run.process.kill("SIGTERM");
  expect(await run.exit()).toBe(0);
});

test.each([
  ["", { PORT: "many" }, 'PORT: "many" is not a whole number from 0 to 65535\n'],
  ["serve 5000", {}, 'tapgraph: unknown command "serve" (see tapgraph --help)\n'],
  [
    "--port 5000",
    {},
    'tapgraph: unknown option "--port"; settings are environment variables, such as PORT (see tapgraph --help)\n',
  ],
  ["gateway start", {}, 'tapgraph gateway: takes no arguments, found "start"\n'],
])(
  "`tapgraph %s` with %j is refused in one line, with exit code 1",
  async (words, settings, line) => {
    await using run = await runTapgraph(words.split(" ").filter(Boolean), settings);
    expect(await run.exit()).toBe(1);
    expect(run.output).toBe(line);
  },
);

test("a gateway says in one line why it cannot listen", async () => {
  const start = (settings: Readonly<Record<string, string>>) =>
    startGateway({ registryUrl: unusedAddress, key: "key", settings });
  await using server = await startTcpServer(() => {});
  const PORT = String(server.port);
  const inUse = `PORT: 127.0.0.1:${PORT} is in use by another program`;
  await expect(start({ PORT })).rejects.toThrow(inUse);
  await expect(start({ METRICS_PORT: PORT })).rejects.toThrow(`METRICS_${inUse}`);
  const unknown = 'HOST: the name "elsewhere.invalid" cannot be resolved';
  for (const settings of [{}, { METRICS_PORT: "0" }]) {
    await expect(start({ HOST: "elsewhere.invalid", ...settings })).rejects.toThrow(unknown);
  }
});

test.each([
  ["--version", `${JSON.parse(readFileSync("package.json", "utf8")).version}\n`],
  ["registry key create --help", "Usage:\n  tapgraph registry key create "],
])("%s is answered with exit code 0, whatever the settings", async (line, text) => {
  await using run = await runTapgraph(line.split(" "), { PORT: "many" });
  expect(await run.exit()).toBe(0);
  expect(run.output).toContain(text);
});

test("a name in .env that is no setting is warned of at the start", async () => {
  const lines = "PORT=0\\nPOSTGRES_PASSWORD=s3cret\\nREGISTRY_URI=x\\n";
  await using run = await runLine(`printf '${lines}' > .env && exec $TAPGRAPH`);
  await run.waitFor(/gateway is listening/);
  const warnings = run.output.split("\n").filter((line) => line.includes('"level":40'));
  expect(warnings.map((line) => JSON.parse(line).msg)).toEqual([
    ".env: POSTGRES_PASSWORD is no setting (see tapgraph --help)",
    ".env: REGISTRY_URI is no setting (did you mean REGISTRY_URL?)",
  ]);
  expect(run.output).not.toContain("s3cret");
});

test("a Node.js that is too old is reported in one line, with exit code 1", async () => {
  const old = "Object.defineProperty(process, 'versions', { value: { node: '22.19.0' } })";
  await using run = await runTapgraph([], {
    NODE_OPTIONS: `--import "data:text/javascript,${old}"`,
  });
  expect(await run.exit()).toBe(1);
  expect(run.output).toMatch(/^tapgraph needs Node\.js 24 or later; this is v\S+\.\n$/);
});

/** Runs a shell command line in which `$TAPGRAPH` stands for the command. */
function runLine(line: string, settings: Readonly<Record<string, string>> = {}): Promise<Run> {
  const root = join(import.meta.dirname, "../..");
  const node = `"${process.execPath}" --import "${root}/src/preload.js" "${root}/src/main.ts"`;
  return runProgram(["sh", "-c", line.replace("$TAPGRAPH", node)], settings);
}

const diskIsFull = "standard output: ENOSPC: no space left on device, write\n";

test("a command ends quietly when its reader has left", async () => {
  await using run = await runLine("{ $TAPGRAPH schema; echo $? >&2; } | true");
  await run.exit();
  expect(run.output).toBe("0\n");
});

test("the sample is served even if its welcome cannot be written", async () => {
  const url = await freeAddress();
  const settings = { PORT: new URL(url).port };
  await using run = await runLine("exec $TAPGRAPH > /dev/full", settings);
  await run.waitFor(/standard output/);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  run.process.kill("SIGTERM");
  expect(await run.exit()).toBe(1);
  expect(run.output).toBe(diskIsFull);
});
