import { join } from "node:path";
import { build } from "vite";

/** Builds what is tested. */
export async function setup(): Promise<void> {
  await build({ root: join(import.meta.dirname, ".."), mode: "production", logLevel: "warn" });
}
