import { expect, test } from "vitest";
import { localhostCertificate } from "../support/certificate.ts";
import {
  babble,
  json,
  startScriptedRegistry,
  unusedAddress,
} from "../support/scripted-registry.ts";
import { examine } from "./examine.ts";

const certificate = localhostCertificate;

/** By what is wrong: the address, and what is said of it. */
const unreachable: Readonly<
  Record<string, readonly [() => Promise<AsyncDisposable & { readonly url: string }>, RegExp]>
> = {
  "a name that does not resolve": [
    at("http://registry.invalid"),
    /^The name registry.invalid does not resolve/,
  ],
  "a port where nothing listens": [at(unusedAddress), /^Nothing listens at 127.0.0.1:9/],
  "a certificate that is not trusted": [
    () => startScriptedRegistry(json({}), { certificate }),
    /^The certificate of localhost:\d+ is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\).*NODE_EXTRA_CA_CERTS/s,
  ],
  "a service that speaks no HTTP": [() => startScriptedRegistry(babble), /does not speak HTTP/],
  "a service that speaks no TLS": [
    async () => {
      const registry = await startScriptedRegistry(babble);
      return { ...registry, url: registry.url.replace("http:", "https:") };
    },
    /^TLS with \S+ failed/,
  ],
};

test.each(Object.entries(unreachable))("%s is explained", async (_, [start, message]) => {
  await using registry = await start();
  const { findings, outcome } = await examine({ url: registry.url, key: "s3cret-key" });
  const reach = findings.find(({ id }) => id === "reach");
  expect(`${reach?.detail} ${reach?.hint}`).toMatch(message);
  expect(reach?.status).toBe("error");
  expect(outcome).toBe("unknown");
});

function at(url: string) {
  return async () => ({ url, async [Symbol.asyncDispose]() {} });
}
