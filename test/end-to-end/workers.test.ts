import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { totalmem } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { createFolder } from "../support/folder.ts";
import { post } from "../support/gateway.ts";
import { createKeysFile, createToken } from "../support/keys-file.ts";
import { startTcpServer } from "../support/listen.ts";
import { readMetrics } from "../support/metrics.ts";
import { startSampleRegistry } from "../support/real-registry.ts";
import {
  freeAddress,
  json,
  stall,
  startScriptedRegistry,
  unusedAddress,
} from "../support/scripted-registry.ts";
import { type GatewayRun, runGateway, runTapgraph } from "../support/tapgraph.ts";
import { until } from "../support/upstream.ts";

const preload = (name: string) => join(import.meta.dirname, "preloads", name);

function runWorkers(
  settings: Readonly<Record<string, string>> & { readonly REGISTRY_URL: string },
  preloads: readonly string[] = [],
): Promise<GatewayRun> {
  return runGateway({ WORKERS: "2", ...settings }, preloads);
}

const page = { tags: [{ id: "a", name: "A" }], limit: 1, page: 1, count: 1, page_count: 1 };

/** Sends a query on a new connection, and returns the name of the first tag. */
async function ask({ url }: GatewayRun, key = "k", patienceMs = 20_000): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key, connection: "close" },
    body: JSON.stringify({ query: "{ tags(first: 1) { nodes { name } } }" }),
    // A connection that is on its way to a worker that dies is never answered.
    signal: AbortSignal.timeout(patienceMs),
  });
  const { data } = (await response.json()) as { data: { tags: { nodes: { name: string }[] } } };
  return data.tags.nodes[0]?.name ?? "";
}

async function readFigure(url: string, name: string): Promise<number | undefined> {
  return (await readMetrics(url)).get(name);
}

function countByWorker({ log }: GatewayRun): readonly number[] {
  const workers = log.filter(({ msg }) => msg === "request").map(({ worker }) => worker);
  return [...Map.groupBy(workers, (worker) => worker).values()].map(({ length }) => length);
}

/** The processes that have been this worker, in their order. */
function findPids({ log }: GatewayRun, number: number): readonly number[] {
  return log
    .filter(({ msg, worker }) => msg === "worker is listening" && worker === number)
    .map(({ pid }) => Number(pid));
}

/** Ends a worker's process, and resolves when another one listens in its place. */
async function replace(
  run: GatewayRun,
  number: number,
  signal: "SIGKILL" | "SIGTERM" = "SIGKILL",
): Promise<void> {
  const pids = findPids(run, number);
  process.kill(pids.at(-1) ?? 0, signal);
  await run.waitFor(new RegExp(`"worker":${number},"pid":(?!(?:${pids.join("|")}),)`));
}

test.concurrent("all workers get connections, the log names the worker, and METRICS_PORT alone shows the sum of all", async () => {
  await using registry = await startSampleRegistry();
  const own = await freeAddress();
  const settings = { REGISTRY_URL: registry.url, METRICS_PORT: new URL(own).port };
  await using run = await runWorkers(settings);
  for (let index = 0; index < 20; index += 1) await ask(run, registry.key);
  expect(Math.min(...(await untilLogged(run, 20)))).toBeGreaterThan(0);
  expect(await readFigure(own, 'tapgraph_requests_total{outcome="ok"}')).toBe(20);
  expect(await readFigure(own, 'tapgraph_circuit_state{state="closed"}')).toBe(2);
  expect(await readFigure(own, "tapgraph_memory_limit_bytes")).toBeLessThanOrEqual(totalmem());
  expect((await fetch(`${run.url}/metrics`)).status).toBe(404);
  run.process.kill("SIGTERM");
  expect(await run.exit()).toBe(0);
});

/** Resolves when exactly this many requests are in the log, with how many each worker has logged. */
async function untilLogged(run: GatewayRun, count: number): Promise<readonly number[]> {
  await until(() => run.log.filter(({ msg }) => msg === "request").length === count);
  return countByWorker(run);
}

describe("without a registry", () => {
  let run: GatewayRun;
  beforeAll(async () => {
    run = await runWorkers({ REGISTRY_URL: await freeAddress() });
    return () => run[Symbol.asyncDispose]();
  });

  function open(): Socket {
    const { hostname, port } = new URL(run.url);
    return connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  }

  // Together, because one of them waits ten seconds.
  test.concurrent("simultaneous connections are shared out, and so are the requests on them", async () => {
    await using stack = new AsyncDisposableStack();
    const agents = Array.from({ length: 40 }, () =>
      stack.adopt(new Agent({ keepAlive: true, maxSockets: 1 }), (agent) => agent.destroy()),
    );
    for (let turn = 0; turn < 3; turn += 1) {
      await Promise.all(agents.map((agent) => askSchema(run, agent)));
    }
    // How evenly a burst is split depends on how soon each worker takes a connection.
    expect(await untilLogged(run, 120)).toHaveLength(2);
  });

  test.concurrent("a caller that closes its side of the connection after the request gets its response", async () => {
    const socket = open();
    socket.end("GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /);
  });

  test.concurrent("a connection that takes too long to send its headers is closed", async () => {
    const socket = open();
    socket.write("POST /graphql HTTP/1.1\r\nhost: a\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
  });
});

/** Sends a query that needs no registry, on a persistent connection. */
async function askSchema({ url }: GatewayRun, agent: Agent): Promise<void> {
  const headers = { "content-type": "application/json" };
  const sent = request(`${url}/graphql`, { method: "POST", agent, headers });
  sent.end(JSON.stringify({ query: "{ __typename }" }));
  const [response] = await once(sent, "response");
  expect(await text(response)).toContain("Query");
}

test.concurrent("a killed worker loses only its own requests, is replaced, and its counts stay", async () => {
  await using registry = await startScriptedRegistry(json(page));
  await using run = await runWorkers({ REGISTRY_URL: registry.url });
  for (let index = 0; index < 4; index += 1) await ask(run);
  const ok = 'tapgraph_requests_total{outcome="ok"}';
  expect(await readFigure(run.url, ok)).toBe(4);
  registry.behaviour = stall;
  const underWay = Promise.allSettled([ask(run, "first"), ask(run, "second")]);
  await registry.call(5);
  await replace(run, 1);
  for (const index of [4, 5]) json(page)(await registry.call(index), index);
  const ends = (await underWay).map(({ status }) => status);
  expect(ends.sort()).toEqual(["fulfilled", "rejected"]);
  registry.behaviour = json(page);
  for (let index = 0; index < 4; index += 1) expect(await ask(run)).toBe("A");
  expect(await readFigure(run.url, ok)).toBe(9);
  expect(await readFigure(run.url, "tapgraph_worker_deaths_total")).toBe(1);
});

async function tryOnce(
  run: GatewayRun,
  key: string,
  patienceMs?: number,
): Promise<"answered" | "lost"> {
  try {
    return (await ask(run, key, patienceMs)) === "A" ? "answered" : "lost";
  } catch {
    return "lost";
  }
}

test("a worker that runs out of memory loses its own requests, and is replaced", async () => {
  await using registry = await startScriptedRegistry(stall);
  const settings = { REGISTRY_URL: registry.url, NODE_OPTIONS: "--max-old-space-size=100" };
  await using run = await runWorkers(settings, [preload("exhaust-memory-on-signal.js")]);
  const death = run.waitFor(/"worker":1,"end":"(\w+)"/);
  const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`);
  const callers = keys.map((key) => tryOnce(run, key));
  await registry.call(19);
  process.kill(findPids(run, 1)[0] ?? 0, "SIGUSR2");
  expect((await death)[1]).toBe("SIGABRT");
  registry.behaviour = json(page);
  for (const [index, call] of registry.calls.entries()) json(page)(call, index);
  const lost = (await Promise.all(callers)).filter((one) => one === "lost").length;
  // A worker that has just started may be given fewer connections than the other.
  expect(lost).toBeGreaterThan(0);
  expect(lost).toBeLessThan(keys.length);
  await run.waitFor(/(?:"worker":1,"pid"[\s\S]*){2}/);
  for (let index = 0; index < 4; index += 1) expect(await ask(run)).toBe("A");
  expect(await readFigure(run.url, "tapgraph_worker_deaths_total")).toBe(1);
});

/** Sends queries on new connections until it is stopped, and returns how many responses never came. */
async function askUntil(
  run: GatewayRun,
  { key, patienceMs, stop }: { key: string; patienceMs: number; stop: AbortSignal },
): Promise<number> {
  let lost = 0;
  while (!stop.aborted) {
    if ((await tryOnce(run, key, patienceMs)) === "lost") lost += 1;
    // The workers that start need the cores, too.
    await setTimeout(20);
  }
  return lost;
}

test("a worker that is stopped while connections come in costs no response, one that is killed at most one for each caller, and both are restarted after a pause", async () => {
  await using registry = await startScriptedRegistry(json(page));
  await using run = await runWorkers({ REGISTRY_URL: registry.url });
  const keys = Array.from({ length: 4 }, (_, index) => `key ${index}`);
  for (const [number, signal, maxLost] of [
    [1, "SIGTERM", 0],
    [2, "SIGKILL", 1],
  ] as const) {
    const stop = new AbortController();
    // Who has lost a connection waits for it to the end, and so does the test.
    const patienceMs = signal === "SIGKILL" ? 5_000 : 20_000;
    const callers = keys.map((key) => askUntil(run, { key, patienceMs, stop: stop.signal }));
    await replace(run, number, signal);
    stop.abort();
    for (const lost of await Promise.all(callers)) expect(lost).toBeLessThanOrEqual(maxLost);
  }
  expect(run.log.filter(({ level }) => level === 50)).toMatchObject([
    { worker: 1, pauseMs: 1000, msg: "worker died: restarting it" },
    { worker: 2, end: "SIGKILL", pauseMs: 1000, msg: "worker died: restarting it" },
  ]);
  expect(await readFigure(run.url, "tapgraph_worker_deaths_total")).toBe(2);
});

test.concurrent.each([
  ["on SIGTERM", []],
  ["if they and the first process get SIGTERM at the same time,", [1, 2]],
])(
  "%s the workers answer their requests under way, of which they divide a bound, and the process exits with 0",
  async (_, stopped) => {
    await using registry = await startScriptedRegistry(stall);
    const settings = { REGISTRY_URL: registry.url, MAX_REQUESTS_UNDER_WAY: "2" };
    await using run = await runWorkers(settings);
    const first = ask(run, "first");
    const calls = [await registry.call(0)];
    const second = ask(run, "second");
    calls.push(await registry.call(1));
    const query = { query: "{ tags(first: 1) { nodes { name } } }" };
    const headers = { "x-api-key": "third", connection: "close" };
    expect((await post(`${run.url}/graphql`, query, headers)).status).toBe(503);
    const reason = stopped.length > 0 ? "SIGTERM" : "the first process";
    for (const number of stopped) process.kill(findPids(run, number)[0] ?? 0, "SIGTERM");
    if (stopped.length === 0) run.process.kill("SIGTERM");
    await run.waitFor(new RegExp(`(?:"worker":\\d,"reason":"${reason}"[\\s\\S]*){2}`));
    if (stopped.length > 0) run.process.kill("SIGTERM");
    await run.waitFor(/"time":"[^"]+","reason":"SIGTERM"/);
    for (const [index, call] of calls.entries()) json(page)(call, index);
    expect(await Promise.all([first, second])).toEqual(["A", "A"]);
    expect(await run.exit()).toBe(0);
  },
);

test.concurrent("a worker that hangs does not keep the others from stopping", async () => {
  await using run = await runWorkers({ REGISTRY_URL: await freeAddress() });
  const [pid = 0] = findPids(run, 1);
  process.kill(pid, "SIGSTOP");
  run.process.kill("SIGTERM");
  await run.waitFor(/"worker":2,"reason":"the first process"/);
  process.kill(pid, "SIGCONT");
  expect(await run.exit()).toBe(0);
});

test.concurrent("the embedded registry runs once for all workers", async () => {
  const path = preload("show-databases.js");
  const settings = { PORT: "0", WORKERS: "2", NODE_OPTIONS: `--import=${path}` };
  await using run = await runTapgraph([], settings);
  const [, url = ""] = await run.waitFor(/Explorer +(http:\S+)\/graphql/);
  const [, key = ""] = await run.waitFor(/Sample key +(\S+)/);
  const gateway = { url } as GatewayRun;
  const names = [await ask(gateway, key), await ask(gateway, key)];
  expect(new Set(names)).toEqual(new Set([names[0]]));
  expect(run.output.match(/embedded sample: made-up/g)).toHaveLength(1);
  expect(new Set(run.output.match(/DATABASE of .*/g))).toEqual(new Set(["DATABASE of the first"]));
});

test.concurrent("a signal while the workers start ends all of them without a word", async () => {
  const path = preload("start-slowly-as-worker.js");
  await using run = await runTapgraph(["gateway"], {
    ...{ REGISTRY_URL: await freeAddress(), PORT: "0", WORKERS: "2", LOG_LEVEL: "silent" },
    NODE_OPTIONS: `--import=${path}`,
  });
  await run.waitFor(/starting/);
  run.process.kill("SIGTERM");
  await run.exit();
  expect(run.process.signalCode).toBe("SIGTERM");
  expect(run.output).toMatch(/^(?:starting\n)+$/);
});

describe("a start that fails is reported, with exit code 1", () => {
  const start = (settings: Readonly<Record<string, string>>) =>
    runTapgraph(["gateway"], {
      ...{ PORT: "0", WORKERS: "2", REGISTRY_URL: unusedAddress, LOG_LEVEL: "warn" },
      ...settings,
    });

  test.each<readonly [string, Readonly<Record<string, string>>, RegExp]>([
    ["too many", { WORKERS: "1000" }, /^WORKERS: "1000" is not a whole number from 1 to 256\n$/],
    [
      "none of the files that a worker needs",
      { PERSISTED_OPERATIONS: "nowhere.json" },
      /^PERSISTED_OPERATIONS: nowhere\.json cannot be read \(ENOENT\)\n$/,
    ],
    [
      "a file with mistakes",
      { KEYS_FILE: join(import.meta.dirname, "../../package.json") },
      /^KEYS_FILE: keys: expected an object with at least one key/m,
    ],
    [
      "a worker that ends before it can say why",
      { NODE_OPTIONS: `--import=${preload("end-as-worker.js")}` },
      /^WORKERS: worker \d ended while it started \(SIGKILL\)\n$/,
    ],
    [
      "a worker that throws",
      { NODE_OPTIONS: `--import=${preload("throw-as-worker.js")}` },
      /^WORKERS: worker \d ended with an error: there are no servers today\n$/,
    ],
  ])("%s", async (_, settings, line) => {
    await using run = await start(settings);
    expect(await run.exit()).toBe(1);
    expect(run.output).toMatch(line);
  });

  test.each(["PORT", "METRICS_PORT"])("%s in use", async (name) => {
    await using server = await startTcpServer(() => {});
    await using run = await start({ [name]: String(server.port) });
    expect(await run.exit()).toBe(1);
    expect(run.output).toBe(`${name}: 127.0.0.1:${server.port} is in use by another program\n`);
  });
});

test("with KEYS_FILE every worker accepts tokens, and refuses one that is no longer in the file", async () => {
  const entry = { key: "shop" };
  const [kept, revoked] = [createToken(), createToken()];
  const keys = { shop: "the-registry-key" };
  await using file = await createKeysFile(keys, { [kept]: entry, [revoked]: entry });
  await using registry = await startScriptedRegistry(json(page));
  await using run = await runWorkers({ REGISTRY_URL: registry.url, KEYS_FILE: file.path });
  const query = { query: "{ tags(first: 1) { nodes { name } } }" };
  const askOne = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, connection: "close" };
    const { data, errors } = await post(`${run.url}/graphql`, query, headers);
    return errors?.[0]?.extensions.code ?? data.tags.nodes[0].name;
  };
  const askAll = (token: string) => Promise.all([1, 2, 3, 4].map(() => askOne(token)));
  expect(await askAll(revoked)).toEqual(["A", "A", "A", "A"]);
  file.write(keys, { [kept]: entry });
  const allRefused = Array.from({ length: 4 }, () => "UNAUTHENTICATED");
  await expect.poll(() => askAll(revoked), { timeout: 20_000 }).toEqual(allRefused);
  expect(await askAll(kept)).toEqual(["A", "A", "A", "A"]);
  expect(await readFigure(run.url, "tapgraph_keys_file_ok")).toBe(1);
  expect(run.output).not.toMatch(/the-registry-key/);
});

test("with PERSISTED_OPERATIONS every worker runs what the manifest has now", async () => {
  await using folder = await createFolder();
  const path = folder.file("manifest.json");
  const write = (operations: object) => writeFileSync(path, JSON.stringify(operations));
  write({ old: "query Old { __typename }" });
  const settings = { PERSISTED_OPERATIONS: path, PERSISTED_ONLY: "true" };
  await using run = await runWorkers({ REGISTRY_URL: unusedAddress, ...settings });
  const askOne = async (documentId: string) => {
    const { codes } = await post(`${run.url}/graphql`, { documentId }, { connection: "close" });
    return codes ?? [];
  };
  const askAll = async (id: string) =>
    new Set((await Promise.all([1, 2, 3, 4].map(() => askOne(id)))).flat());
  expect(await askAll("old")).toEqual(new Set());
  write({ new: "query New { __typename }" });
  await expect.poll(() => askAll("new"), { timeout: 20_000 }).toEqual(new Set());
  expect(await askAll("old")).toEqual(new Set(["PERSISTED_QUERY_NOT_IN_LIST"]));
  expect(await readFigure(run.url, "tapgraph_persisted_operations_ok")).toBe(1);
});
