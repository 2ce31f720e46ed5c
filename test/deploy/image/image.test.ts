import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chown, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCollector } from "../../support/collector.ts";
import { createToken, hashToken } from "../../support/keys-file.ts";
import {
  freeAddress,
  json,
  stall,
  startScriptedRegistry,
} from "../../support/scripted-registry.ts";
import { checkout } from "../checkout.ts";
import { readCompose } from "../compose/compose.ts";
import { buildImage, type Image } from "./build.ts";
import { type Container, runContainer } from "./container.ts";
import { createContextFilter } from "./context.ts";

const manifest = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));

/** As with `docker run -e NODE_ENV=development`: production refuses to serve the sample. */
const sample = { NODE_ENV: "development", PORT: "0" };

let place: string;
let image: Image;

beforeAll(async () => {
  place = await mkdtemp("/var/tmp/tapgraph-image-");
  image = await buildImage(checkout, place);
}, 1_200_000);

afterAll(() => rm(place, { recursive: true, force: true }));

async function readPort(container: Container): Promise<string> {
  const [, port = ""] = await container.waitFor(/"url":"http:\/\/0\.0\.0\.0:(\d+)"/);
  return port;
}

async function chownLike(path: string, model: string): Promise<void> {
  const { uid, gid } = await stat(model);
  await chown(path, uid, gid);
}

function post(port: string, key: string, address = "127.0.0.1"): Promise<Response> {
  return fetch(`http://${address}:${port}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({ query: "{ tags(first: 1) { nodes { name } } }" }),
  });
}

test("the image serves the sample on every address, with an explorer, as nobody, who owns and can write no file", async () => {
  await using container = runContainer(image, { environment: sample });
  const [, key = ""] = await container.waitFor(/Sample key +(\S+)/);
  const port = await readPort(container);
  // At this address of the machine, only a server that listens on 0.0.0.0 answers.
  const result = await post(port, key, "127.0.0.2");
  expect(await result.json()).toEqual({
    data: { tags: { nodes: [{ name: "Crash trolley NGH-3.45" }] } },
  });
  const page = await fetch(`http://127.0.0.1:${port}/graphql`, {
    headers: { accept: "text/html" },
  });
  expect(await page.text()).toContain("<!doctype html>");
  const status = readFileSync(`/proc/${container.pid}/status`, "utf8");
  expect(status).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m);
  expect(status).toMatch(/^CapEff:\t0+$/m);
  // No file can be written, and nobody owns one.
  for (const file of ["/tapgraph/x", "/tmp/x", "/var/x"]) {
    const { code, output } = await container.execute(["touch", file], [0, 0]);
    expect([code, output]).toEqual([1, expect.stringContaining("Read-only file system")]);
  }
  const owned = await container.execute(["find", "/tapgraph", "-uid", "65534", "-print"], [0, 0]);
  expect(owned).toEqual({ code: 0, output: "" });
});

test("the image takes a token of a mounted keys file, until that says otherwise, also for tools", async () => {
  await using registry = await startScriptedRegistry(
    json({ tags: [{ id: "a", name: "Door" }], limit: 1, page: 1, count: 1, page_count: 1 }),
  );
  const folder = join(place, "keys");
  await mkdir(folder);
  const token = createToken();
  const write = (tokens: object) =>
    writeFile(
      join(folder, "keys.json"),
      JSON.stringify({ keys: { project: "the-registry-key" }, tokens }),
    );
  await write({ [hashToken(token)]: { key: "project" } });
  await using container = runContainer(image, {
    environment: {
      ...{ REGISTRY_URL: registry.url, PORT: "0" },
      ...{ KEYS_FILE: "/data/keys.json", MCP: "true" },
    },
    mounts: new Map([["/data", folder]]),
  });
  const port = await readPort(container);
  expect(await (await post(port, token)).json()).toMatchObject({
    data: { tags: { nodes: [{ name: "Door" }] } },
  });
  expect(registry.calls.at(-1)?.key).toBe("the-registry-key");
  const call = { name: "find_tags", arguments: { first: 1 } };
  const tool = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": token },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
  });
  expect(await tool.text()).toContain("Door");
  await write({});
  const answer = async () => (await post(port, token)).text();
  await expect.poll(answer, { timeout: 10_000 }).toContain("UNAUTHENTICATED");
});

test("the image runs as any user that a cluster chooses", async () => {
  await using container = runContainer(image, { environment: sample, user: [1_000_650_000, 0] });
  const [, key = ""] = await container.waitFor(/Sample key +(\S+)/);
  expect((await post(await readPort(container), key)).status).toBe(200);
});

test("the health check passes while requests are accepted, and fails when nobody listens", async () => {
  const [program] = image.healthCheck;
  expect(program).toBe("node");
  const { port } = new URL(await freeAddress());
  const environment = { REGISTRY_URL: "http://127.0.0.1:9", PORT: port };
  await using container = runContainer(image, { environment });
  await readPort(container);
  expect(await container.execute(image.healthCheck)).toEqual({ code: 0, output: "" });
  const [, ...argv] = image.healthCheck;
  const elsewhere = ["env", "PORT=9", "node", ...argv];
  expect(await container.execute(elsewhere)).toEqual({ code: 1, output: "" });
});

test("SIGTERM lets requests under way finish, and the container ends with 0", async () => {
  await using registry = await startScriptedRegistry(stall);
  const environment = { REGISTRY_URL: registry.url, PORT: "0" };
  await using container = runContainer(image, { environment });
  const result = post(await readPort(container), "k");
  const call = await registry.call(0);
  process.kill(container.pid, "SIGTERM");
  await container.waitFor(/"reason":"SIGTERM","msg":"stopping"/);
  json({ tags: [], limit: 1000, page: 1, count: 0, page_count: 0 })(call, 0);
  expect(await (await result).json()).toEqual({ data: { tags: { nodes: [] } } });
  expect(await container.exit()).toBe(0);
});

test("without the registry's address, the container prints one line and ends", async () => {
  await using container = runContainer(image);
  expect(await container.exit()).toBe(1);
  expect(container.output).toMatch(/^[^\n]*REGISTRY_URL[^\n]*\n$/);
});

test("the registry keeps its file in a new volume, with Compose's other settings", async () => {
  const { command, environment, healthcheck } = readCompose().services["registry"] ?? {};
  // An engine fills a new volume with the image's files at its path.
  const volume = join(place, "volume");
  await cp(join(image.root, "data"), volume, { recursive: true });
  await chownLike(volume, join(image.root, "data"));
  // In Compose this file is a secret with the address of the database.
  await writeFile(join(volume, "address"), "/data/registry.db");
  const port = new URL(await freeAddress()).port;
  await using container = runContainer(image, {
    command: command ?? [],
    environment: { ...environment, REGISTRY_PORT: port, REGISTRY_DB_FILE: "/data/address" },
    mounts: new Map([["/data", volume]]),
  });
  await container.waitFor(/registry is listening/);
  const [, ...check] = healthcheck?.test ?? [];
  const here = check.map((argument) => argument.replace(":4001/", `:${port}/`));
  expect(await container.execute(here)).toEqual({ code: 0, output: "" });
  expect(await readdir(volume)).toContain("registry.db");
});

test.each([{ command: ["registry"] }, { command: ["gateway"], WORKERS: "2" }])(
  "on a read-only disk, the registry prints one line and ends: %j",
  async (started) => {
    const { command, ...settings } = started;
    const environment = { ...sample, ...settings, REGISTRY_DB: "/data/registry.db" };
    await using container = runContainer(image, { command, environment });
    expect(await container.exit()).toBe(1);
    expect(container.output).toBe(
      "/data/registry.db: it cannot be opened (is the folder there, and is it writable?)\n",
    );
  },
);

test("any other command runs by its name", async () => {
  await using container = runContainer(image, { command: ["schema"] });
  expect(await container.exit()).toBe(0);
  expect(container.output).toContain("type Query");
});

test("traces are sent without another package", async () => {
  await using collector = await startCollector();
  const environment = { ...sample, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  await using container = runContainer(image, { environment });
  const [, key = ""] = await container.waitFor(/Sample key +(\S+)/);
  await post(await readPort(container), key);
  process.kill(container.pid, "SIGTERM");
  expect(await container.exit()).toBe(0);
  expect(collector.spans.length).toBeGreaterThan(0);
});

test("the image has no development dependencies, and its label has the version", async () => {
  const installed = await readdir(join(image.root, "tapgraph/node_modules"));
  const wanted = { ...manifest.dependencies, ...manifest.peerDependencies };
  const tools = Object.keys(manifest.devDependencies).filter((name) => !(name in wanted));
  expect(installed).toContain("graphql");
  expect(installed.filter((name) => tools.includes(name))).toEqual([]);
  expect(image.labels).toMatchObject({
    "org.opencontainers.image.title": "tapgraph",
    "org.opencontainers.image.version": manifest.version,
  });
});

test.runIf(process.env["TAPGRAPH_PACKAGE"])(
  "the image has each file of the npm package, byte for byte, and beside them only the packages it needs",
  async () => {
    const unpacked = join(place, "npm");
    await mkdir(unpacked);
    const tarball = process.env["TAPGRAPH_PACKAGE"] ?? "";
    execFileSync("tar", ["--extract", "--file", tarball, "--directory", unpacked]);
    const inImage = join(image.root, "tapgraph");
    const compare = ["--recursive", "--brief", join(unpacked, "package"), inImage];
    const { stdout } = spawnSync("diff", compare, { encoding: "utf8" });
    expect(stdout).toBe(`Only in ${inImage}: node_modules\n`);
  },
);

test("the build context has none of a checkout's secrets, databases and history", () => {
  const belongs = createContextFilter(checkout);
  const left = [".env", ".npmrc", "tapgraph.db", "node_modules/x", ".git/config", "deploy/x"];
  expect(left.filter(belongs)).toEqual([]);
  expect(["package.json", "src/main.ts", ".env.example"].filter(belongs)).toHaveLength(3);
});
