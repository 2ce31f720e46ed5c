import { defineConfig } from "vitest/config";
import { relay } from "./vite-plugin.ts";

export default defineConfig({
  plugins: [relay()],
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      { test: { include: ["page.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 } },
      { extends: true, test: { include: ["tag-list.test.tsx"], environment: "happy-dom" } },
      {
        extends: true,
        test: { include: ["live-tag-list.test.tsx"], environment: "./happy-dom-with-fetch.ts" },
      },
    ],
  },
});
