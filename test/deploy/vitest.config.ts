import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Node.js itself loads tapgraph's own files, so that they find their packages in the root. */
const external = [/\/(src|test\/support)\/.*\.ts$/];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: availableParallelism(),
    server: { deps: { external } },
  },
});
