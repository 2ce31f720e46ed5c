import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createExplorer } from "../../../src/gateway/explorer/explorer.ts";
import { GatewayRequest } from "../../../src/gateway/http/request.ts";
import { handleExplorer } from "../../support/explorer-handler.ts";

/** Serves the explorer, with a server behind it that answers each query as the test says. */
export async function startScriptedSite(
  result: (response: ServerResponse) => void,
): Promise<AsyncDisposable & { readonly url: string }> {
  const explorer = createExplorer({
    settings: { EXPLORER: "true", EXPLORER_IMAGE_ORIGINS: [], PERSISTED_ONLY: true },
    registry: { name: "registry.example", sampleKey: null },
    log: { warn: () => {} },
  });
  const server = createServer({ IncomingMessage: GatewayRequest }, (request, response) => {
    if (!handleExplorer(explorer, request, response)) result(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
