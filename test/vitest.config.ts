import { defineConfig } from "vitest/config";

export default defineConfig({
  // As Node.js resolves packages: with Vite's own fields there would be two copies of graphql in one process.
  resolve: { mainFields: ["main"] },
  test: {
    root: `${import.meta.dirname}/..`,
    include: ["test/**/*.test.{ts,tsx}"],
    testTimeout: 30_000,
    coverage: { include: ["src/**/*.ts"], exclude: ["src/explorer/**", "**/*.generated.ts"] },
  },
});
