import { join } from "node:path";
import { createServer } from "vite";

/** An application of examples/, served as by `npm run dev`, in front of the gateway of a test. */
export interface DevServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts it on a free port, and otherwise as the application's own configuration says. */
export async function startDevServer(example: string, gatewayUrl: string): Promise<DevServer> {
  const root = join(import.meta.dirname, "../../examples", example);
  const server = await createServer({
    root,
    configFile: join(root, "vite.config.ts"),
    logLevel: "error",
    server: { port: 0, proxy: { "/graphql": gatewayUrl } },
  });
  await server.listen();
  const [url = ""] = server.resolvedUrls?.local ?? [];
  return { url, [Symbol.asyncDispose]: () => server.close() };
}
