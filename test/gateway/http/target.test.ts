import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startGateway, type TestGateway } from "../../support/gateway.ts";
import { unusedAddress } from "../../support/scripted-registry.ts";

/** Requests a target, and returns the response's status, its header `location` and its body. */
async function ask(gateway: TestGateway, path: string) {
  const { port } = new URL(gateway.url);
  const headers = { "apollo-require-preflight": "true", connection: "close" };
  const sent = request({ host: "127.0.0.1", port, path, headers }).end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve).once("error", reject);
  });
  return `${response.statusCode} ${response.headers.location ?? ""} ${await text(response)}`;
}

test.each(["http://gateway.example", "HTTPS://user@gateway.example:8443"])(
  "a request target in absolute form, such as %s/…, is answered like its path and query",
  async (origin) => {
    await using gateway = await startGateway({ registryUrl: unusedAddress, key: "any" });
    for (const path of ["/graphql?query=%7B__typename%7D", "/health/live", "/", "/elsewhere"]) {
      expect(await ask(gateway, origin + path)).toBe(await ask(gateway, path));
    }
    expect(await ask(gateway, `${origin}/graphql?query=%7B__typename%7D`)).toMatch(/^200 .*Query/);
    expect(await ask(gateway, `${origin}?x`)).toBe(await ask(gateway, "/?x"));
    expect(await ask(gateway, `${origin}`)).toMatch(/^302 /);
  },
);

test("a request target that is neither a path nor in absolute form is answered with 404", async () => {
  await using gateway = await startGateway({ registryUrl: unusedAddress, key: "any" });
  for (const target of ["//gateway.example/graphql", "ftp://gateway.example/graphql", "*"]) {
    expect(await ask(gateway, target)).toMatch(/^404 /);
  }
});
