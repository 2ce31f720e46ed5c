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
import { createKeysFile, createToken, type TestKeysFile } from "../support/keys-file.ts";
import { readMetrics } from "../support/metrics.ts";
import {
  freeAddress,
  json,
  type ScriptedRegistry,
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
const query = { query: "{ tags(first: 1) { nodes { name } } }" };

/** Sends a query on a new connection, and returns the name of the first tag. */
async function ask({ url }: GatewayRun, key = "k", patienceMs = 20_000): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key, connection: "close" },
    body: JSON.stringify(query),
    // A connection that is on its way to a worker that dies is never answered.
    signal: AbortSignal.timeout(patienceMs),
  });
  const { data } = (await response.json()) as { data: { tags: { nodes: { name: string }[] } } };
  return data.tags.nodes[0]?.name ?? "";
}

/** The processes that have been this worker, in their order. */
function findPids({ log }: GatewayRun, number: number): readonly number[] {
  return log
    .filter(({ msg, worker }) => msg === "worker is listening" && worker === number)
    .map(({ pid }) => Number(pid));
}

/** Sends a worker a signal that ends it, and resolves when another one listens in its place. */
async function replace(run: GatewayRun, number: number, signal: NodeJS.Signals): Promise<void> {
  const pids = findPids(run, number);
  process.kill(pids.at(-1) ?? 0, signal);
  await run.waitFor(new RegExp(`"worker":${number},"pid":(?!(?:${pids.join("|")}),)`));
}

describe("two workers", () => {
  const [kept, revoked] = [createToken(), createToken()];
  const keys = { shop: "the-registry-key" };
  const entry = { key: "shop" };
  const ok = 'tapgraph_requests_total{outcome="ok"}';
  const own = new AsyncDisposableStack();
  let registry: ScriptedRegistry;
  let keysFile: TestKeysFile;
  let manifest: string;
  let metricsUrl: string;
  let run: GatewayRun;

  const register = (operations: object) => writeFileSync(manifest, JSON.stringify(operations));
  const figure = async (name: string) => (await readMetrics(metricsUrl)).get(name);

  beforeAll(async () => {
    registry = own.use(await startScriptedRegistry(json(page)));
    keysFile = own.use(await createKeysFile(keys, { [kept]: entry, [revoked]: entry }));
    manifest = own.use(await createFolder()).file("manifest.json");
    register({ old: "query Old { __typename }" });
    metricsUrl = await freeAddress();
    const settings = {
      REGISTRY_URL: registry.url,
      METRICS_PORT: new URL(metricsUrl).port,
      KEYS_FILE: keysFile.path,
      KEYS_FILE_ALSO_KEYS: "true",
      PERSISTED_OPERATIONS: manifest,
      NODE_OPTIONS: "--max-old-space-size=100",
    };
    run = own.use(await runWorkers(settings, [preload("exhaust-memory-on-signal.js")]));
    return () => own.disposeAsync();
  });

  test("get all connections, and METRICS_PORT alone shows the sum of both", async () => {
    for (let index = 0; index < 20; index += 1) await ask(run, keys.shop);
    expect(await figure(ok)).toBe(20);
    expect(await figure('tapgraph_circuit_state{state="closed"}')).toBe(2);
    expect(await figure("tapgraph_memory_limit_bytes")).toBeLessThanOrEqual(totalmem());
    expect((await fetch(`${run.url}/metrics`)).status).toBe(404);
  });

  function open(): Socket {
    const { hostname, port } = new URL(run.url);
    return connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  }

  // Together, because one of them waits ten seconds.
  test.concurrent("share out simultaneous connections and the requests on them, and the log names the worker", async () => {
    await using stack = new AsyncDisposableStack();
    const agents = Array.from({ length: 40 }, () =>
      stack.adopt(new Agent({ keepAlive: true, maxSockets: 1 }), (agent) => agent.destroy()),
    );
    for (let turn = 0; turn < 3; turn += 1) {
      await Promise.all(agents.map((agent) => askSchema(run, agent)));
    }
    const logged = () => run.log.filter(({ operation }) => operation === "Burst");
    await until(() => logged().length === 120);
    // How evenly a burst is split depends on how soon each worker takes a connection.
    expect(new Set(logged().map(({ worker }) => worker))).toEqual(new Set([1, 2]));
  });

  test.concurrent("answer a caller that closes its side of the connection after the request", async () => {
    const socket = open();
    socket.end("GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /);
  });

  test.concurrent("close a connection that takes too long to send its headers", async () => {
    const socket = open();
    socket.write("POST /graphql HTTP/1.1\r\nhost: a\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
  });

  /** The outcomes of requests on new connections, which go to both workers. */
  async function outcomes(
    body: object,
    headers: Readonly<Record<string, string>>,
  ): Promise<ReadonlySet<string>> {
    const sent = [1, 2, 3, 4].map(() =>
      post(`${run.url}/graphql`, body, { connection: "close", ...headers }),
    );
    return new Set((await Promise.all(sent)).map(({ codes }) => codes?.join() ?? "ok"));
  }

  test.concurrent("accept tokens, and refuse one that is no longer in the file", async () => {
    const askAll = (token: string) => outcomes(query, { authorization: `Bearer ${token}` });
    expect(await askAll(revoked)).toEqual(new Set(["ok"]));
    keysFile.write(keys, { [kept]: entry });
    await until(async () => [...(await askAll(revoked))].join() === "UNAUTHENTICATED");
    expect(await askAll(kept)).toEqual(new Set(["ok"]));
    expect(await figure("tapgraph_keys_file_ok")).toBe(1);
    expect(run.output).not.toMatch(/the-registry-key/);
  });

  test.concurrent("run what the manifest of operations has now", async () => {
    const askAll = (documentId: string) => outcomes({ documentId }, {});
    expect(await askAll("old")).toEqual(new Set(["ok"]));
    register({ new: "query New { __typename }" });
    await until(async () => [...(await askAll("new"))].join() === "ok");
    expect(await askAll("old")).toEqual(new Set(["PERSISTED_QUERY_NOT_FOUND"]));
    expect(await figure("tapgraph_persisted_operations_ok")).toBe(1);
  });

  // The second one ends soon after it has started, so that the next is started after a pause.
  test.each([
    ["is killed", "SIGKILL", "SIGKILL", {}],
    ["runs out of memory", "SIGUSR2", "SIGABRT", { pauseMs: 1000 }],
  ] as const)(
    "lose only the requests of one that %s, which is replaced, and its counts stay",
    async (_, signal, end, more) => {
      const deaths = (await figure("tapgraph_worker_deaths_total")) ?? 0;
      const answered = (await figure(ok)) ?? 0;
      const from = registry.calls.length;
      registry.behaviour = stall;
      // So many that both workers have some of them.
      const callers = ["a", "b", "c", "d", "e", "f"];
      const underWay = Promise.allSettled(callers.map((key) => ask(run, key, 90_000)));
      await registry.call(from + callers.length - 1);
      await replace(run, 1, signal);
      registry.behaviour = json(page);
      for (const call of registry.calls.slice(from)) json(page)(call, 0);
      const ends = (await underWay).map(({ status }) => status);
      expect(new Set(ends)).toEqual(new Set(["fulfilled", "rejected"]));
      const spared = ends.filter((status) => status === "fulfilled").length;
      for (let index = 0; index < 4; index += 1) expect(await ask(run)).toBe("A");
      expect(await figure(ok)).toBe(answered + spared + 4);
      expect(await figure("tapgraph_worker_deaths_total")).toBe(deaths + 1);
      const fields = { worker: 1, end, msg: "worker died: restarting it", ...more };
      expect(run.log.filter(({ level }) => level === 50).at(-1)).toMatchObject(fields);
    },
  );

  test.each([
    ["is stopped while connections come in costs no response", 1, "SIGTERM", 0],
    ["is killed meanwhile costs each caller one at most", 2, "SIGKILL", 1],
  ] as const)("one that %s", async (_, number, signal, maxLost) => {
    const stop = new AbortController();
    // Who has lost a connection waits for it to the end, and so does the test.
    const patienceMs = signal === "SIGKILL" ? 5_000 : 20_000;
    const callers = Array.from({ length: 4 }, (_, index) =>
      askUntil(run, { key: `key ${index}`, patienceMs, stop: stop.signal }),
    );
    await replace(run, number, signal);
    stop.abort();
    for (const lost of await Promise.all(callers)) expect(lost).toBeLessThanOrEqual(maxLost);
  });

  test("do not keep each other from stopping if one hangs", async () => {
    const pid = findPids(run, 1).at(-1) ?? 0;
    process.kill(pid, "SIGSTOP");
    run.process.kill("SIGTERM");
    await run.waitFor(/"worker":2,"reason":"the first process"/);
    process.kill(pid, "SIGCONT");
    expect(await run.exit()).toBe(0);
  });
});

/** Sends a query that needs no registry, on a persistent connection. */
async function askSchema({ url }: GatewayRun, agent: Agent): Promise<void> {
  const headers = { "content-type": "application/json" };
  const sent = request(`${url}/graphql`, { method: "POST", agent, headers });
  sent.end(JSON.stringify({ query: "query Burst { __typename }" }));
  const [response] = await once(sent, "response");
  expect(await text(response)).toContain("Query");
}

/** Sends queries on new connections until it is stopped, and returns how many responses never came. */
async function askUntil(
  run: GatewayRun,
  { key, patienceMs, stop }: { key: string; patienceMs: number; stop: AbortSignal },
): Promise<number> {
  let lost = 0;
  while (!stop.aborted) {
    const name = await ask(run, key, patienceMs).catch(() => "");
    if (name !== "A") lost += 1;
    // The workers that start need the cores, too.
    await setTimeout(20);
  }
  return lost;
}

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
    [
      "none of the files that a worker needs",
      { PERSISTED_OPERATIONS: "nowhere.json" },
      /^PERSISTED_OPERATIONS: nowhere\.json cannot be read \(ENOENT\)\n$/,
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
});
