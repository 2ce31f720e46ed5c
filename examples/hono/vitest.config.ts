import { defineConfig } from "vitest/config";

/** Tapgraph's own files and their packages are left to Node.js, as it finds them in the root. */
const external = [/\/(src|test\/support)\/.*\.ts$/];

export default defineConfig({
  test: { testTimeout: 60_000, server: { deps: { external } } },
});
