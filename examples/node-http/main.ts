import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { pino } from "pino";
import { createApp } from "./app.ts";

const { REGISTRY_URL: registryUrl, TAPGRAPH_KEY: registryKey, PORT = "3000" } = process.env;
if (registryUrl === undefined || registryKey === undefined) {
  throw new Error("Set REGISTRY_URL, and TAPGRAPH_KEY to the registry's key");
}

// The only user. Check your application's users here.
const password = randomBytes(9).toString("base64url");
const log = pino();
const app = createApp({
  registryUrl,
  log,
  checkPassword: async (name, given) =>
    name === "demo" && given === password ? registryKey : null,
});
app.server.listen(Number(PORT), "127.0.0.1");
await once(app.server, "listening");
console.log(`http://127.0.0.1:${PORT}/graphql, for demo with the password ${password}`);

process.once("SIGTERM", () => void app.close());
process.once("SIGINT", () => void app.close());
