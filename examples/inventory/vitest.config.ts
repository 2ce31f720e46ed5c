import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Node.js itself loads tapgraph's own files: there are two copies of graphql here, and each side has to find its own. */
const external = ["src", "test/support"].map(
  (folder) => new RegExp(`^${RegExp.escape(join(import.meta.dirname, "../..", folder))}/`),
);

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/build.ts",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // By default one fewer, but the tests mostly wait for pages.
    maxWorkers: availableParallelism(),
    // Loading the gateway takes longer than some files.
    isolate: false,
    server: { deps: { external } },
  },
});
