import { join } from "node:path";
import { preview } from "vite";

/** The built application on a server. */
export interface Site extends AsyncDisposable {
  readonly url: string;
}

/** Serves the built application on a free port as `npm run preview` does, and forwards `/graphql` to a gateway. */
export async function serveSite(gatewayUrl: string): Promise<Site> {
  const server = await preview({
    root: join(import.meta.dirname, ".."),
    logLevel: "silent",
    preview: {
      host: "127.0.0.1",
      port: 0,
      proxy: { "/graphql": { target: gatewayUrl, changeOrigin: true } },
    },
  });
  const [url = ""] = server.resolvedUrls?.local ?? [];
  return {
    url: url.replace(/\/$/, ""),
    [Symbol.asyncDispose]: () => server.close(),
  };
}
