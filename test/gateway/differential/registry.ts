import { type ScriptedRegistry, startScriptedRegistry } from "../../support/scripted-registry.ts";
import { createProjects } from "./projects.ts";
import { slowId } from "./rows.ts";

/** The path prefix of the oracle's calls, which distinguishes them from the gateway's. */
export const oraclePath = "/oracle";

/** Starts a registry that misbehaves, but always gives the same response to the same call. Its additional data comes from a seed. */
export async function startDifferentialRegistry(seed: number): Promise<ScriptedRegistry> {
  const projects = createProjects(seed);
  const registry = await startScriptedRegistry(({ path: url, response }) => {
    // The calls of all trials are too many to keep.
    registry.calls.length = 0;
    const { pathname, searchParams } = new URL(url, "http://registry");
    const isOracle = pathname.startsWith(oraclePath);
    const path = isOracle ? pathname.slice(oraclePath.length) : pathname;
    const project = projects.get(searchParams.get("key") ?? "");
    const [status, body] = project?.(path, searchParams) ?? [401, {}];
    const text = typeof body === "string" ? body : JSON.stringify(body);
    later(turnsOf(pathname), () => {
      response.writeHead(status, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
        // Longer than any request waits, so that it is not retried.
        ...(status === 429 && { "retry-after": "60" }),
      });
      response.end(text);
    });
  });
  return registry;
}

/** How many turns of the event loop a response takes. They differ, so that responses come in a different order from their calls. */
function turnsOf(path: string): number {
  return path.endsWith("/409/") || path.endsWith(`/${slowId}/`) ? 8 : path.length % 4;
}

function later(turns: number, act: () => void): void {
  if (turns === 0) act();
  else setImmediate(() => later(turns - 1, act));
}
