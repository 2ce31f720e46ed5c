// Gets one tag and prints the response or the error. Runs as its own process, to test what Node.js reads only at its start.
// As in main.ts, this comes before anything loads node:http. Static imports of it would be loaded even earlier.
import "../../src/undici-silence.ts";

const { through } = await import("../support/tunnel-proxy.ts");
const { createBudget, createCalls, tagCall } = await import("../support/upstream.ts");

const { REGISTRY_URL = "", PROXY_URL } = process.env;
await using calls = createCalls(REGISTRY_URL, {
  ...(PROXY_URL && through({ url: PROXY_URL })),
});
try {
  console.log(JSON.stringify(await calls.get(tagCall(), createBudget({ maxCalls: 1 }))));
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
}
