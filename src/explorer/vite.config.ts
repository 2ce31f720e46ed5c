import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const outDir = join(import.meta.dirname, "../../dist/explorer");
const packages = join(import.meta.dirname, "../../node_modules");
const noticesFile = "THIRD-PARTY-NOTICES.md";

/**
 * The page is served at `/graphql`, and its files under `/explorer/assets/`. The relative base
 * keeps that working behind a proxy with a path prefix. Nothing is inlined, so that the content
 * policy need not allow `data:`.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  logLevel: "warn",
  plugins: [react(), precompress(), nestedNotices()],
  build: {
    outDir,
    emptyOutDir: true,
    assetsDir: "explorer/assets",
    assetsInlineLimit: 0,
    license: { fileName: noticesFile },
    modulePreload: { polyfill: false },
    target: "es2023",
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});

function precompress(): Plugin {
  return {
    name: "tapgraph:precompress",
    closeBundle() {
      const assets = join(outDir, "explorer/assets");
      for (const name of readdirSync(assets).filter((file) => /\.(?:js|css|svg)$/.test(file))) {
        const content = readFileSync(join(assets, name));
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content, { params }));
        writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** Adds the notices of what the packages contain themselves. Vite adds only their own licences. */
function nestedNotices(): Plugin {
  return {
    name: "tapgraph:nested-notices",
    closeBundle() {
      const notices = join(outDir, noticesFile);
      for (const [, name = ""] of readFileSync(notices, "utf8").matchAll(/^## (\S+) - /gm)) {
        const files = readdirSync(join(packages, name)).filter((file) =>
          /^third-?party-?notices/i.test(file),
        );
        for (const file of files) {
          const text = readFileSync(join(packages, name, file), "utf8");
          appendFileSync(notices, `\n# Contained in ${name}\n\n${text}`);
        }
      }
    },
  };
}
