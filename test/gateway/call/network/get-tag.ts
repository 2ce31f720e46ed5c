// Gets one tag and prints the response or the error. Runs as its own process, to test what Node.js reads only at its start.
import { createBudget, createCalls, tagCall } from "../../../support/upstream.ts";

const { REGISTRY_URL = "", PROXY_URL } = process.env;
await using calls = createCalls(REGISTRY_URL, {
  proxy: PROXY_URL ? { url: PROXY_URL } : undefined,
});
try {
  console.log(JSON.stringify(await calls.get(tagCall(), createBudget({ maxCalls: 1 }))));
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
}
