import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { localhostCertificate } from "../support/certificate.ts";
import { createFolder } from "../support/folder.ts";
import { post } from "../support/gateway.ts";
import { json, startScriptedRegistry } from "../support/scripted-registry.ts";
import { runGateway, runTapgraph } from "../support/tapgraph.ts";
import { startTunnelProxy } from "../support/tunnel-proxy.ts";

test("a registry over TLS is reached through HTTPS_PROXY and trusted by NODE_EXTRA_CA_CERTS", async () => {
  await using folder = await createFolder();
  const certificate = folder.file("certificate.pem");
  await writeFile(certificate, localhostCertificate.cert);
  await using proxy = await startTunnelProxy();
  await using registry = await startScriptedRegistry(json({ tag: { id: "5", name: "Gate" } }), {
    certificate: localhostCertificate,
  });
  await using run = await runTapgraph(["gateway"], {
    PORT: "0",
    REGISTRY_URL: registry.url,
    HTTPS_PROXY: proxy.url,
    NODE_EXTRA_CA_CERTS: certificate,
  });
  const [, url] = await run.waitFor(/"url":"(http:[^"]+)"/);
  const key = { "x-api-key": "key-of-the-caller" };
  const { data } = await post(`${url}/graphql`, { query: '{ tag(id: "5") { name } }' }, key);
  expect(data).toEqual({ tag: { name: "Gate" } });
  expect(proxy.requests).toEqual([`CONNECT ${new URL(registry.url).host}`]);
  expect(run.output).not.toContain(key["x-api-key"]);
});

test.each([
  ["a registry without TLS is reached through http_proxy", "", ["CONNECT"]],
  ["a registry of no_proxy is reached directly", "127.0.0.1", []],
])("%s", async (_, no_proxy, methods) => {
  await using proxy = await startTunnelProxy();
  await using registry = await startScriptedRegistry(json({ tag: { id: "5", name: "Gate" } }));
  await using run = await runGateway({
    REGISTRY_URL: registry.url,
    http_proxy: proxy.url,
    no_proxy,
  });
  const query = { query: '{ tag(id: "5") { name } }' };
  const { data } = await post(`${run.url}/graphql`, query, { "x-api-key": "key-of-the-caller" });
  expect(data).toEqual({ tag: { name: "Gate" } });
  expect(proxy.requests.map((request) => request.split(" ")[0])).toEqual(methods);
});

test("networks in NO_PROXY are refused, if the registry's address could be in one", async () => {
  await using run = await runTapgraph(["gateway"], {
    REGISTRY_URL: "http://10.1.2.3:8000",
    HTTP_PROXY: "http://127.0.0.1:9",
    NO_PROXY: "localhost,10.0.0.0/8",
  });
  expect(await run.exit()).toBe(1);
  expect(run.output).toContain("NO_PROXY: networks such as 10.0.0.0/8 are not understood");
});

test("the embedded registry is reached without a proxy", async () => {
  await using run = await runTapgraph([], { PORT: "0", HTTP_PROXY: "http://127.0.0.1:9" });
  const [, url = ""] = await run.waitFor(/Explorer +(http:\S+\/graphql)/);
  const [, key = ""] = await run.waitFor(/Sample key +(\S+)/);
  const { data } = await post(url, { query: "{ terminals { totalCount } }" }, { "x-api-key": key });
  expect(data).toEqual({ terminals: { totalCount: 60 } });
});
