import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger } from "../../log.ts";
import { startRegistry } from "../../registry/http/server.ts";
import { startDrift } from "../../registry/sample/drift.ts";
import { createSample } from "../../registry/sample/sample.ts";
import { openStore } from "../../registry/store/open-store.ts";
import { parseLinks } from "../../setting-parsers.ts";
import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";
import { warnWithoutKeys } from "../registry/stores.ts";
import type { RegistryAddress } from "../router/start-router.ts";
import { toListenError } from "../service.ts";

const driftRate = 0.25;

/**
 * Starts a registry in the gateway's process. It serves the store at `REGISTRY_DB` or, if that is
 * unset, a sample in memory.
 * @param options.hasPort whether it listens on a port, or on a socket that no other user can reach.
 * @default true
 * @throws CommandError if it cannot listen, and in production, where a forgotten `REGISTRY_URL`
 * must not go unnoticed.
 * @throws StoreError if its store cannot be used.
 */
export async function startEmbeddedRegistry(
  settings: Settings,
  log: Logger,
  { hasPort = true }: { readonly hasPort?: boolean } = {},
): Promise<RegistryAddress & AsyncDisposable> {
  if (settings.NODE_ENV === "production") {
    throw new CommandError("REGISTRY_URL is required if NODE_ENV is production");
  }
  await using stack = new AsyncDisposableStack();
  const { REGISTRY_DB: address } = settings;
  const port = typeof settings.REGISTRY_PORT === "number" ? settings.REGISTRY_PORT : 0;
  const store = stack.use(await openStore(address ?? ":memory:"));
  const sample = address === undefined ? await createSample(store) : null;
  const givenLinks = settings.ADDITIONAL_DATA_LINKS;
  try {
    const socketPath = hasPort ? undefined : await createSocketPath(stack);
    let isHeard = () => false;
    if (sample !== null) stack.use(startDrift(store, driftRate, () => isHeard()));
    const { url } = stack.use(
      await startRegistry({ store, host: "127.0.0.1", port, socketPath, log }),
    );
    await warnWithoutKeys(store, log);
    const owned = stack.move();
    return {
      url,
      socketPath,
      name: sample === null ? "the embedded registry" : "the embedded sample",
      links: sample === null || givenLinks.length > 0 ? givenLinks : parseLinks(sample.links),
      ownFields: sample?.ownFields ?? null,
      sampleKey: sample?.keys[0].key ?? null,
      driftWhile(isListening) {
        isHeard = isListening;
      },
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    };
  } catch (error) {
    throw toListenError(error, { HOST: "127.0.0.1", PORT: port }, "REGISTRY_");
  }
}

async function createSocketPath(stack: AsyncDisposableStack): Promise<string> {
  if (process.platform === "win32") return `\\\\.\\pipe\\tapgraph-${randomUUID()}`;
  const folder = await mkdtemp(join(tmpdir(), "tapgraph-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "registry");
}
