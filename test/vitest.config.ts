import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { relay } from "../examples/relay/vite-plugin.ts";

export default defineConfig({
  // As Node.js resolves it: by Vite's own rules there would be two copies of graphql in one process.
  resolve: {
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve("graphql")) }],
  },
  plugins: [relay()],
  test: {
    root: `${import.meta.dirname}/..`,
    include: ["test/**/*.test.{ts,tsx}"],
    testTimeout: 30_000,
    coverage: { include: ["src/**/*.ts"], exclude: ["src/explorer/**", "**/*.generated.ts"] },
  },
});
