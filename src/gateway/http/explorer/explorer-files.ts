import { existsSync, globSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

export interface BundleFile {
  readonly type: string;
  readonly encodings: { readonly identity: Buffer; readonly [encoding: string]: Buffer };
}

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/**
 * Reads the bundle's files into memory, by path, such as `/explorer/assets/index-1f2e.js`. So a
 * gateway keeps serving the same explorer while another one is built. The map is empty if the
 * bundle has not been built.
 */
export function readBundleFiles(directory: string): ReadonlyMap<string, BundleFile> {
  const names = globSync("explorer/assets/*{.js,.css,.svg,.woff2}", { cwd: directory });
  return new Map(
    names.map((name) => {
      const path = join(directory, name);
      const type = types[extname(name)] ?? "application/octet-stream";
      const encodings = {
        identity: readFileSync(path),
        ...(existsSync(`${path}.br`) && { br: readFileSync(`${path}.br`) }),
        ...(existsSync(`${path}.gz`) && { gzip: readFileSync(`${path}.gz`) }),
      };
      return [`/${name.replaceAll("\\", "/")}`, { type, encodings }];
    }),
  );
}
