// Gets one tag in a process of its own, for what Node reads at its start, and prints the answer or the error.
import { createScope, createTransport, tagCall } from "./upstream.ts";

const { REGISTRY_URL = "", PROXY_URL } = process.env;
await using transport = createTransport(REGISTRY_URL, {
  proxy: PROXY_URL ? { url: PROXY_URL } : undefined,
});
try {
  console.log(JSON.stringify(await transport.get(tagCall(), createScope({ maxCalls: 1 }))));
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
}
