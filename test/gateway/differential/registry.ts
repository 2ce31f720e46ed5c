import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { listen } from "../../support/listen.ts";
import { createProjects } from "./projects.ts";
import { slowId } from "./rows.ts";

/** The path prefix of the oracle's calls, which distinguishes them from the gateway's. */
export const oraclePath = "/oracle";

/** A registry on a free loopback port. */
export interface DifferentialRegistry extends AsyncDisposable {
  readonly url: string;
}

/** Starts a registry that misbehaves, but always gives the same response to the same call. Its additional data comes from a seed. */
export async function startDifferentialRegistry(seed: number): Promise<DifferentialRegistry> {
  const projects = createProjects(seed);
  const server = createServer(({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://registry");
    const isOracle = pathname.startsWith(oraclePath);
    const path = isOracle ? pathname.slice(oraclePath.length) : pathname;
    const project = projects.get(searchParams.get("key") ?? "");
    const [status, body] = project?.(path, searchParams) ?? [401, "{}"];
    later(turnsOf(pathname), () => answer(response, status, body));
  });
  server.keepAliveTimeout = 60_000;
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** How many turns of the event loop a response takes. They differ, so that responses come in a different order from their calls. */
function turnsOf(path: string): number {
  return path.endsWith("/500/") || path.endsWith(`/${slowId}/`) ? 8 : path.length % 4;
}

function later(turns: number, act: () => void): void {
  if (turns === 0) act();
  else setImmediate(() => later(turns - 1, act));
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    // Longer than any request waits, so that it is not retried.
    ...(status === 429 && { "retry-after": "60" }),
  });
  response.end(body);
}
