import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { localhostCertificate } from "../support/certificate.ts";
import { createFolder } from "../support/folder.ts";
import { post, startGateway } from "../support/gateway.ts";
import { json, startScriptedRegistry, unusedAddress } from "../support/scripted-registry.ts";
import { runTapgraph } from "../support/tapgraph.ts";
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
  const { url } = registry;
  const settings = { REGISTRY_URL: url, http_proxy: proxy.url, no_proxy };
  await using gateway = await startGateway({ registryUrl: url, key: "key", settings });
  const { data } = await gateway.query('{ tag(id: "5") { name } }');
  expect(data).toEqual({ tag: { name: "Gate" } });
  expect(proxy.requests.map((request) => request.split(" ")[0])).toEqual(methods);
});

test.each(["http://10.1.2.3:8000", "http://[fd00::1]:8000"])(
  "networks in NO_PROXY are refused, if the registry's address could be in one: %s",
  async (url) => {
    const NO_PROXY = "localhost,10.0.0.0/8";
    const settings = { REGISTRY_URL: url, HTTP_PROXY: unusedAddress, NO_PROXY };
    await expect(startGateway({ registryUrl: url, key: "key", settings })).rejects.toThrow(
      "NO_PROXY: networks such as 10.0.0.0/8 are not understood",
    );
  },
);
