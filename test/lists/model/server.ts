import { createServer, type ServerResponse } from "node:http";
import { serve } from "../../support/listen.ts";
import type { Answer, RegistryModel } from "./registry.ts";

/** A server that answers each key as its model says. */
export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  /** The models by key. */
  readonly models: Map<string, RegistryModel>;
}

/** Serves models on a free loopback port. A key without a model is refused. */
export async function serveModels(): Promise<ModelServer> {
  const models = new Map<string, RegistryModel>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://registry");
    const model = models.get(searchParams.get("key") ?? "");
    const path = pathname.replace("/api/v1/", "");
    if (model === undefined) send(response, { status: 401, body: { error: "key" }, turns: 0 });
    else sendLate(response, model.answer(path, searchParams));
  });
  const served = await serve(server);
  return { ...served, models };
}

/** Holds an answer back for some turns of the event loop, so that later calls are answered before it. */
function sendLate(response: ServerResponse, answer: Answer): void {
  if (answer.turns === 0) send(response, answer);
  else setImmediate(() => sendLate(response, { ...answer, turns: answer.turns - 1 }));
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}
