import type { Logger } from "../../log.ts";
import { startRegistry } from "../../registry/http/server.ts";
import { createSample } from "../../registry/sample/sample.ts";
import { parseLinks } from "../../setting-parsers.ts";
import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";
import { openStoreAt } from "../registry/arguments.ts";
import type { RegistryAddress } from "../router/start-router.ts";
import { toListenError } from "../service.ts";

/**
 * Starts a registry in the gateway's process. It serves the store at `REGISTRY_DB` or, if that is unset, a sample in memory.
 * @throws CommandError if it cannot listen, and in production, where a forgotten `REGISTRY_URL` must not go unnoticed.
 * @throws StoreError if its store cannot be used.
 */
export async function startEmbeddedRegistry(
  settings: Settings,
  log: Logger,
): Promise<RegistryAddress & AsyncDisposable> {
  if (settings.NODE_ENV === "production") {
    throw new CommandError("REGISTRY_URL is required if NODE_ENV is production");
  }
  await using stack = new AsyncDisposableStack();
  const { REGISTRY_DB: address, REGISTRY_HOST: host, REGISTRY_PORT: port = 0 } = settings;
  const store = stack.use(
    await openStoreAt(address ?? ":memory:", settings.REGISTRY_DB_CONNECTIONS),
  );
  const sample = address === undefined ? await createSample(store) : null;
  const givenLinks = settings.ADDITIONAL_DATA_LINKS;
  try {
    const { url } = stack.use(await startRegistry({ store, host, port, log }));
    const owned = stack.move();
    return {
      url,
      name: sample === null ? "the embedded registry" : "the embedded sample",
      links: sample === null || givenLinks.length > 0 ? givenLinks : parseLinks(sample.links),
      sampleKey: sample?.keys[0].key ?? null,
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    };
  } catch (error) {
    throw toListenError(error, { HOST: host, PORT: port }, "REGISTRY_");
  }
}
