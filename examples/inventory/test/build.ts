import { join } from "node:path";
import { build } from "vite";

/** Builds what is tested, as `npm run build` does: React would be its development build under the tests' own `NODE_ENV`. */
export async function setup(): Promise<void> {
  const { NODE_ENV: before } = process.env;
  process.env["NODE_ENV"] = "production";
  await build({ root: join(import.meta.dirname, ".."), logLevel: "warn" });
  process.env["NODE_ENV"] = before;
}
