import { join } from "node:path";
import { build } from "vite";

/** Builds the application as `npm run build` does. Under the tests' own `NODE_ENV`, it would get React's development build. */
export async function setup(): Promise<void> {
  const { NODE_ENV: before } = process.env;
  process.env["NODE_ENV"] = "production";
  await build({ root: join(import.meta.dirname, ".."), logLevel: "warn" });
  process.env["NODE_ENV"] = before;
}
