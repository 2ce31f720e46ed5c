// Gets one tag in a process of its own, for what Node reads at its start: REGISTRY_URL, HTTPS_PROXY → the answer, or the error.
import { createScope, createTransport, tagCall } from "./upstream.ts";

const { REGISTRY_URL = "", HTTPS_PROXY } = process.env;
await using transport = createTransport(REGISTRY_URL, { proxy: { httpsProxy: HTTPS_PROXY } });
try {
  console.log(JSON.stringify(await transport.get(tagCall(), createScope({ maxCalls: 1 }))));
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
}
