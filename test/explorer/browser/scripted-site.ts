import { createServer, type ServerResponse } from "node:http";
import { createExplorer } from "../../../src/gateway/http/explorer/explorer.ts";
import { GatewayMessage } from "../../../src/gateway/http/request/node-request.ts";
import { handleExplorer } from "../../gateway/http/explorer/explorer-handler.ts";
import { serve } from "../../support/listen.ts";

/** Serves the explorer, with a server behind it that answers each query as the test says. */
export async function startScriptedSite(
  result: (response: ServerResponse) => void,
): Promise<AsyncDisposable & { readonly url: string }> {
  const explorer = createExplorer({
    settings: { EXPLORER: "true", EXPLORER_IMAGE_ORIGINS: [], PERSISTED_ONLY: false },
    registry: { name: "registry.example", sampleKey: null },
    registered: () => new Map(),
    log: { warn: () => {} },
  });
  const server = createServer({ IncomingMessage: GatewayMessage }, (request, response) => {
    if (!handleExplorer(explorer, request, response)) result(response);
  });
  return serve(server);
}
