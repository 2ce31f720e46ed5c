import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Node.js itself loads tapgraph's own files: there are two copies of graphql here, and each side has to find its own. */
const external = ["src", "test/support"].map(
  (folder) => new RegExp(`^${RegExp.escape(join(import.meta.dirname, "../..", folder))}/`),
);

export default defineConfig({
  test: { testTimeout: 120_000, hookTimeout: 120_000, server: { deps: { external } } },
});
