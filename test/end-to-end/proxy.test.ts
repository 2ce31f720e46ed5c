import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { localhostCertificate } from "../support/certificate.ts";
import { post } from "../support/gateway.ts";
import { json, startScriptedRegistry } from "../support/scripted-registry.ts";
import { runTapgraph } from "../support/tapgraph.ts";
import { startTunnelProxy } from "../support/tunnel-proxy.ts";

test("a registry over TLS is reached through HTTPS_PROXY and trusted by NODE_EXTRA_CA_CERTS", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tapgraph-"));
  const certificate = join(folder.path, "certificate.pem");
  await writeFile(certificate, localhostCertificate.cert);
  await using proxy = await startTunnelProxy();
  await using registry = await startScriptedRegistry(
    json({ tag: { id: "5", name: "Gate" } }),
    localhostCertificate,
  );
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
