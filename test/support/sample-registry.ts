import type { Misbehaviour } from "../../src/registry/http/respond.ts";
import { startRegistry } from "../../src/registry/http/server.ts";
import { createSample } from "../../src/registry/sample/sample.ts";
import { openStore } from "../../src/registry/store/open-store.ts";
import type { Store } from "../../src/registry/store/store.ts";

/** A registry with the sample, on a free loopback port. */
export interface SampleRegistry extends AsyncDisposable {
  readonly url: string;
  /** The key of the main project (2,500 tags, 60 terminals). */
  readonly key: string;
  /** The key of the small project (120 tags, 8 terminals). */
  readonly otherKey: string;
  /** The links of the sample, in the form of `ADDITIONAL_DATA_LINKS`. */
  readonly links: string;
  readonly store: Store;
  /** The calls answered since the last reset, in their order: `GET /api/v1/tags?limit=100`, without the key. */
  readonly calls: readonly string[];
  resetCalls(): void;
}

/** Starts a registry with the sample. It reads `misbehaviour` at each call, so that a test can change the object later. */
export async function startSampleRegistry(
  options: { readonly misbehaviour?: Misbehaviour } = {},
): Promise<SampleRegistry> {
  const store = await openStore(":memory:");
  const { keys, links } = await createSample(store);
  const calls: string[] = [];
  const registry = await startRegistry({
    store,
    host: "127.0.0.1",
    port: 0,
    onResponse: ({ method, target }) => calls.push(`${method} ${target}`),
    ...options,
  });
  return {
    url: registry.url,
    key: keys[0].key,
    otherKey: keys[1].key,
    links,
    store,
    calls,
    resetCalls: () => {
      calls.length = 0;
    },
    [Symbol.asyncDispose]: async () => {
      await registry.close();
      await store[Symbol.asyncDispose]();
    },
  };
}
