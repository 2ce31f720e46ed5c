import { startGateway, type TestGateway } from "../../../support/gateway.ts";
import type { PlainRecord } from "../../../support/project.ts";
import { startScriptedRegistry } from "../../../support/scripted-registry.ts";
import { linkSetting, structures } from "./odd-records.ts";

interface OddGateway extends AsyncDisposable {
  readonly gateway: TestGateway;
  /** The registry's lists, which a test fills. Each query reads them anew. */
  readonly lists: { readonly tags: PlainRecord[]; readonly terminals: PlainRecord[] };
}

/** Starts a gateway with links between records that a test generates. */
export async function startOddGateway(): Promise<OddGateway> {
  const lists = { tags: [], terminals: [] };
  const registry = await startScriptedRegistry({ ...lists, structures });
  const gateway = await startGateway({
    registryUrl: registry.url,
    key: registry.key,
    links: linkSetting,
    settings: { SNAPSHOT_TTL_SECONDS: "0" },
  });
  return {
    gateway,
    lists,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}
