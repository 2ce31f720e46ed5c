import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // As Node.js resolves it: by Vite's own rules there would be two copies of graphql in one process.
  resolve: {
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve("graphql")) }],
  },
  test: {
    root: `${import.meta.dirname}/..`,
    include: ["test/**/*.test.ts"],
    exclude: ["test/clients", "test/deploy", "test/package"],
    // Against tests that hang: how long one takes depends on what else the machine does.
    testTimeout: 120_000,
    // One more than there are cores: most files wait for sockets, processes and timers half of their time.
    maxWorkers: availableParallelism() + 1,
    coverage: { include: ["src/**/*.ts"], exclude: ["src/explorer/**", "**/*.generated.ts"] },
  },
});
