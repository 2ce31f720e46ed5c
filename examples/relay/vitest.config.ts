import { defineConfig } from "vitest/config";
import { relay } from "./vite-plugin.ts";

export default defineConfig({
  plugins: [relay()],
  test: { environment: "happy-dom", testTimeout: 120_000 },
});
