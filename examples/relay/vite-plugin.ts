import { transformAsync } from "@babel/core";
import type { Plugin } from "vite";

/** Puts the Relay compiler's artifacts in the place of `graphql` tags. */
export function relay(): Plugin {
  return {
    name: "relay",
    async transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes("graphql`")) return null;
      const result = await transformAsync(code, {
        filename: id,
        // Where Babel looks for the plugin.
        cwd: import.meta.dirname,
        plugins: [["relay", { eagerEsModules: true }]],
        sourceMaps: true,
        configFile: false,
      });
      return result?.code ? { code: result.code, map: result.map ?? null } : null;
    },
  };
}
