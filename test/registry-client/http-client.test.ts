import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { localhostCertificate } from "../support/certificate.ts";
import { createFolder } from "../support/folder.ts";
import {
  inTurn,
  json,
  reset,
  startScriptedRegistry,
  status,
} from "../support/scripted-registry.ts";
import { startTunnelProxy, through } from "../support/tunnel-proxy.ts";
import { createBudget, createCalls, failureOf, SECRET_KEY, tagCall } from "../support/upstream.ts";

const moved = "/api/v1/elsewhere?key=as-the-registry-says";

test("interim responses that nobody asked for are passed over, and the connection is kept", async () => {
  await using registry = await startScriptedRegistry(async ({ socket, response }) => {
    response.writeContinue();
    await setTimeout(20);
    response.writeContinue();
    socket.cork();
    response.writeContinue();
    response.writeHead(200, { "content-type": "application/json" }).end('"served"');
    socket.uncork();
  });
  const settings = { REGISTRY_MAX_CONNECTIONS: 1 };
  await using restCalls = createCalls(registry.url, { settings });
  const budget = createBudget();
  for (const id of ["04A1", "04A2"]) {
    expect(await restCalls.get(tagCall(id), budget)).toBe("served");
  }
  expect(new Set(registry.calls.map(({ socket }) => socket)).size).toBe(1);
  registry.behaviour = ({ response }) => {
    response.writeEarlyHints({ link: "</style.css>; rel=preload" });
    response.writeHead(200).end('"hinted"');
  };
  expect(await restCalls.get(tagCall("04A3"), budget)).toBe("hinted");
  expect(budget.retries).toBe(0);
});

test.each([
  [60 * 1024, "served"],
  [70 * 1024, "REGISTRY_BAD_RESPONSE"],
])("response headers of %d bytes give %s", async (length, expected) => {
  await using registry = await startScriptedRegistry(
    json("served", { policy: "x".repeat(length) }),
  );
  await using restCalls = createCalls(registry.url);
  const got = restCalls.get(tagCall(), createBudget({ maxCalls: 1 }));
  expect(await got.catch(({ code }) => code)).toBe(expected);
});

describe("a redirect within the origin", () => {
  const locations = [
    ["as a path", () => moved],
    ["as an address", (url: string) => `${url}${moved}`],
    ["relative to the path", () => "../../elsewhere?key=as-the-registry-says"],
    ["twice", () => [moved, moved]],
  ] as const;
  test.for(locations)("%s is followed", async ([, locate]) => {
    await using registry = await startScriptedRegistry(json("moved"));
    const location = locate(registry.url);
    registry.behaviour = inTurn(status(301, { Location: location }), json("moved"));
    await using restCalls = createCalls(registry.url);
    const budget = createBudget();
    expect(await restCalls.get(tagCall(), budget)).toBe("moved");
    expect(registry.calls[1]?.path).toBe(moved);
    expect(budget).toMatchObject({ calls: 2, retries: 0 });
  });
});

test.each([
  ["the query", ""],
  ["the key", "?moved=key"],
])("a redirect that drops %s is not followed, and says nothing about the key", async (_, query) => {
  await using registry = await startScriptedRegistry(({ path, response }) => {
    const { pathname, searchParams } = new URL(path, "http://registry");
    const isMoved = searchParams.has("key");
    response.writeHead(isMoved ? 301 : 401, { location: `${pathname}more/${query}` }).end();
  });
  await using restCalls = createCalls(registry.url);
  const error = await failureOf(restCalls.get(tagCall(), createBudget()));
  expect(error).toMatchObject({
    code: "REGISTRY_BAD_RESPONSE",
    status: 301,
    message: expect.stringContaining("redirects, and drops the query"),
  });
  expect(error.message).not.toContain(SECRET_KEY);
  expect(registry.calls).toHaveLength(1);

  registry.behaviour = json("served");
  expect(await restCalls.get(tagCall(), createBudget())).toBe("served");
});

test("a redirect to another origin is not followed", async () => {
  await using other = await startScriptedRegistry(json("stolen"));
  await using registry = await startScriptedRegistry(status(302, { location: other.url }));
  await using restCalls = createCalls(registry.url);
  const error = await failureOf(restCalls.get(tagCall(), createBudget()));
  expect(error).toMatchObject({ code: "REGISTRY_BAD_RESPONSE", status: 302 });
  expect(other.calls).toHaveLength(0);
});

describe("through a proxy", () => {
  test("a call goes through a tunnel, so that the proxy sees no path and no key", async () => {
    await using proxy = await startTunnelProxy();
    await using registry = await startScriptedRegistry(json("tunnelled"));
    await using restCalls = createCalls(registry.url, through(proxy));
    expect(await restCalls.get(tagCall(), createBudget())).toBe("tunnelled");
    expect(proxy.requests).toEqual([`CONNECT ${new URL(registry.url).host}`]);
    expect(restCalls.statistics().connections).toBe(1);
  });

  test("no more connections are open at once than allowed, and they are kept", async () => {
    await using proxy = await startTunnelProxy();
    await using registry = await startScriptedRegistry(json("tunnelled"));
    const settings = { REGISTRY_MAX_CONNECTIONS: 2 };
    await using restCalls = createCalls(registry.url, { ...through(proxy), settings });
    for (const round of [1, 2, 3]) {
      const paths = [1, 2, 3, 4].map((one) => tagCall(`${round}${one}`));
      await Promise.all(paths.map((call) => restCalls.get(call, createBudget())));
    }
    expect(proxy.requests.length).toBe(2);
  });

  test("the hosts of noProxy are called directly", async () => {
    await using proxy = await startTunnelProxy();
    await using registry = await startScriptedRegistry(json("direct"));
    await using restCalls = createCalls(
      registry.url,
      through(proxy, "elsewhere.example,127.0.0.1"),
    );
    expect(await restCalls.get(tagCall(), createBudget())).toBe("direct");
    expect(proxy.requests).toEqual([]);
  });

  test("that refuses the tunnel, the registry is unavailable", async () => {
    await using proxy = await startScriptedRegistry(status(407));
    await using registry = await startScriptedRegistry(json("never"));
    await using restCalls = createCalls(registry.url, through(proxy));
    const error = await failureOf(restCalls.get(tagCall(), createBudget({ maxCalls: 1 })));
    expect(error).toMatchObject({ code: "REGISTRY_UNAVAILABLE" });
    expect(error.stack).not.toContain(SECRET_KEY);
    expect(registry.calls).toHaveLength(0);
  });
});

test("even NODE_DEBUG does not make undici log an address", async () => {
  await using registry = await startScriptedRegistry(inTurn(json("body"), reset));
  for (const expected of ['"body"', "no connection"]) {
    const output = await getInProcess(registry.url, { NODE_DEBUG: "undici,fetch,websocket" });
    expect(output).toContain(expected);
    expect(output).not.toContain(SECRET_KEY);
  }
});

describe("over TLS", () => {
  test("a registry with a certificate of NODE_EXTRA_CA_CERTS is trusted", async () => {
    await using registry = await startScriptedRegistry(json("trusted"), {
      certificate: localhostCertificate,
    });
    expect(await getInProcess(registry.url)).toBe('"trusted"');
  });

  test("a call goes through a proxy's tunnel", async () => {
    await using proxy = await startTunnelProxy();
    await using registry = await startScriptedRegistry(json("tunnelled"), {
      certificate: localhostCertificate,
    });
    expect(await getInProcess(registry.url, { PROXY_URL: proxy.url })).toBe('"tunnelled"');
    expect(proxy.requests).toEqual([`CONNECT ${new URL(registry.url).host}`]);
  });
});

/** Runs a process that trusts the certificate and gets a tag. Returns the process's output. */
async function getInProcess(url: string, environment: NodeJS.ProcessEnv = {}): Promise<string> {
  await using folder = await createFolder();
  const certificate = folder.file("certificate.pem");
  await writeFile(certificate, localhostCertificate.cert);
  const script = join(import.meta.dirname, "get-tag.ts");
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script], {
    env: { REGISTRY_URL: url, NODE_EXTRA_CA_CERTS: certificate, ...environment },
  });
  return (stdout + stderr).trim();
}
