import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Vite would resolve graphql to a different file from Node.js, and a process would load two copies of it.
  resolve: {
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve("graphql")) }],
  },
  test: {
    root: `${import.meta.dirname}/..`,
    include: ["test/**/*.test.ts"],
    exclude: ["test/clients", "test/deploy", "test/package"],
    // Only for tests that hang. How long other tests take depends on what else the machine does.
    testTimeout: 120_000,
    // One more than there are cores, because most files often wait for sockets, processes and timers.
    maxWorkers: availableParallelism() + 1,
    coverage: { include: ["src/**/*.ts"], exclude: ["src/explorer/**", "**/*.generated.ts"] },
  },
});
