import { transformAsync } from "@babel/core";
import type { Plugin } from "vite";

/** Replaces `graphql` tags with the artifacts of the Relay compiler. */
export function relay(): Plugin {
  return {
    name: "relay",
    async transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes("graphql`")) return null;
      const result = await transformAsync(code, {
        filename: id,
        // Babel looks for the plugin here.
        cwd: import.meta.dirname,
        plugins: [["relay", { eagerEsModules: true }]],
        sourceMaps: true,
        configFile: false,
      });
      return result?.code ? { code: result.code, map: result.map ?? null } : null;
    },
  };
}
