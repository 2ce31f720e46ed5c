import { writeFileSync } from "node:fs";
import { createFolder } from "../../support/folder.ts";
import { createKeysFile } from "../../support/keys-file.ts";
import { type SampleRegistry, startSampleRegistry } from "../../support/real-registry.ts";
import {
  type Behaviour,
  freeAddress,
  json,
  type ScriptedCall,
  stall,
  startScriptedRegistry,
  status,
} from "../../support/scripted-registry.ts";
import { type GatewayRun, runGateway } from "../../support/tapgraph.ts";

export interface LoadedGateways extends AsyncDisposable {
  /** Where their metrics are, as host and port. */
  readonly targets: readonly string[];
  load(): Promise<void>;
}

/** How the registry answers these keys. Others get the sample. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  unavailable: status(503),
  forbidden: status(403),
  busy: status(429, { "retry-after": "60" }),
  garbled: json({ nothing: "of the kind" }),
  stalled: stall,
};

const list = "{ tags(first: 3) { nodes { name additionalDataFields { identifier } } } }";
const long = "{ tags(first: 100) { nodes { id name description } } }";
const filtered = (kind: string) =>
  `{ ${kind}(first: 2, filter: { isActive: { eq: true } }) { totalCount } }`;
const fourCalls = `{ tags(first: 1) { nodes { id } } terminals(first: 1) { nodes { id } }
  a: additionalDataStructure(of: TAG) { lastUpdate } b: additionalDataStructure(of: TERMINAL) { lastUpdate } }`;

/** Starts a gateway with two workers, and one with tight limits. */
export async function startLoadedGateways(): Promise<LoadedGateways> {
  await using stack = new AsyncDisposableStack();
  const sample = stack.use(await startSampleRegistry());
  const registry = stack.use(await startScriptedRegistry(behaveByKey(sample)));
  const roomy = await startGateway(stack, {
    REGISTRY_URL: registry.url,
    WORKERS: "2",
    CACHE_TTL_SECONDS: "1",
    REGISTRY_TIMEOUT_MS: "200",
    CHANGES_POLL_SECONDS: "1",
  });
  const keysFile = stack.use(await createKeysFile({ sample: sample.key }));
  const manifest = stack.use(await createFolder()).file("manifest.json");
  writeFileSync(manifest, "{}");
  const tight = await startGateway(stack, {
    REGISTRY_URL: registry.url,
    MAX_REQUESTS_UNDER_WAY: "2",
    REQUEST_DEADLINE_MS: "200",
    MAX_SCAN_RECORDS: "100",
    MAX_REGISTRY_CALLS: "2",
    MAX_RESPONSE_BYTES: "5000",
    KEYS_FILE: keysFile.path,
    PERSISTED_OPERATIONS: manifest,
    KEYS_FILE_ALSO_KEYS: "true",
  });
  // A metric counts the deaths of workers.
  const [, worker] = await roomy.run.waitFor(/"worker":1,"pid":(\d+)/);
  process.kill(Number(worker), "SIGKILL");
  const owned = stack.move();
  let loads = 0;
  return {
    targets: [roomy.target, tight.target],
    async load() {
      const { key } = sample;
      loads += 1;
      const failing = [...Object.keys(behaviours), "unknown"];
      await Promise.all([
        ...Array.from({ length: 20 }, () => ask(roomy.run, key, list)),
        ...failing.map((failed) => ask(roomy.run, failed, list)),
        ask(roomy.run, key, filtered("tags")),
        ask(roomy.run, "short", filtered("tags")),
      ]);
      await Promise.all([listen(roomy.run, key), listen(roomy.run, `fading-${loads}`)]);
      await ask(roomy.run, key, filtered("tags"));
      await ask(tight.run, key, filtered("tags"));
      await ask(tight.run, key, fourCalls);
      await ask(tight.run, key, long);
      await Promise.all(Array.from({ length: 6 }, () => ask(tight.run, "stalled", list)));
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Each request has its own connection, so that every worker gets some. */
async function ask({ url }: GatewayRun, key: string, query: string): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key, connection: "close" },
    body: JSON.stringify({ query }),
  });
  await response.text();
}

/** Listens to changes for as long as it takes to read the lists twice. */
async function listen({ url }: GatewayRun, key: string): Promise<void> {
  try {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream",
        "x-api-key": key,
      },
      body: JSON.stringify({ query: "subscription { changes { kind } }" }),
      signal: AbortSignal.timeout(2_500),
    });
    await response.text();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "TimeoutError")) throw error;
  }
}

async function startGateway(
  stack: AsyncDisposableStack,
  settings: Readonly<Record<string, string>> & { readonly REGISTRY_URL: string },
): Promise<{ readonly run: GatewayRun; readonly target: string }> {
  const { host, port } = new URL(await freeAddress());
  return { run: stack.use(await runGateway({ ...settings, METRICS_PORT: port })), target: host };
}

function behaveByKey(sample: SampleRegistry): Behaviour {
  const fadingCalls = new Map<string, number>();
  return (call, position) => {
    const url = new URL(call.path, sample.url);
    const key = url.searchParams.get("key") ?? "";
    const behaviour = key === "short" ? serveSmallPages(sample, url) : behaviours[key];
    if (key.startsWith("fading-")) {
      // Like a registry that serves its lists once and then fails.
      const calls = (fadingCalls.get(key) ?? 0) + 1;
      fadingCalls.set(key, calls);
      url.searchParams.set("key", sample.key);
      if (calls > 10) return status(503)(call, position);
    }
    if (behaviour) behaviour(call, position);
    else void passOn(url, call);
  };
}

function serveSmallPages(sample: SampleRegistry, url: URL): Behaviour | undefined {
  if (Number(url.searchParams.get("limit")) > 10) return status(503);
  url.searchParams.set("key", sample.key);
  return undefined;
}

async function passOn(url: URL, { response }: ScriptedCall): Promise<void> {
  const result = await fetch(url);
  const body = await result.text();
  response.writeHead(result.status, { "content-type": "application/json" }).end(body);
}
