// The servers against which the registry is compared. Each has a thread of its own, so that it takes no time from the client's.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { Pool } from "pg";
import { startRegistry } from "../../src/registry/http/server.ts";
import { openStore } from "../../src/registry/store/open-store.ts";

/** Which server of the benchmark to start, and where its data comes from. */
export type ServerSetup =
  /** tapgraph's registry over a store. */
  | { readonly server: "registry"; readonly place: string }
  /** node:http over bodies in memory, by their paths. */
  | { readonly server: "bare"; readonly bodies: ReadonlyMap<string, Uint8Array> }
  /** node:http that only runs one query for each request. */
  | {
      readonly server: "query";
      readonly address: string;
      readonly queries: ReadonlyMap<string, BareQuery>;
    };

/** A query that returns one string, and the JSON around it in the response. */
export interface BareQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | number)[];
  readonly around: readonly [string, string];
}

/** A server in its own thread. */
export interface BenchServer extends AsyncDisposable {
  readonly url: string;
}

if (!isMainThread) await serve(workerData as ServerSetup);

/** Starts a server in its own thread. */
export async function startServer(setup: ServerSetup): Promise<BenchServer> {
  const worker = new Worker(new URL(import.meta.url), { workerData: setup });
  const [url] = (await once(worker, "message")) as [string];
  return {
    url,
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}

async function serve(setup: ServerSetup): Promise<void> {
  switch (setup.server) {
    case "registry": {
      const store = await openStore(setup.place);
      const { url } = await startRegistry({ store, host: "127.0.0.1", port: 0 });
      parentPort?.postMessage(url);
      return;
    }
    case "bare":
      return await listen(answerFromMemory(setup.bodies));
    case "query":
      return await listen(answerByQuery(setup.address, setup.queries));
    default:
      return setup satisfies never;
  }
}

async function listen(listener: RequestListener): Promise<void> {
  const server = createServer(listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  parentPort?.postMessage(`http://127.0.0.1:${address.port}`);
}

function answerFromMemory(arrays: ReadonlyMap<string, Uint8Array>): RequestListener {
  const bodies = new Map([...arrays].map(([path, array]) => [path, Buffer.from(array)]));
  return (request, response) => {
    const body = bodies.get(request.url ?? "") ?? Buffer.alloc(0);
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    response.end(body);
  };
}

function answerByQuery(address: string, queries: ReadonlyMap<string, BareQuery>): RequestListener {
  const pool = new Pool({ connectionString: address, max: 10 });
  return async (request, response) => {
    const query = queries.get(request.url ?? "");
    if (!query) throw new Error("This path has no query");
    const { name, text, values, around } = query;
    const { rows } = await pool.query({ name, text, values: [...values], rowMode: "array" });
    const body = around[0] + rows[0]?.[0] + around[1];
    const length = Buffer.byteLength(body);
    response.writeHead(200, { "content-type": "application/json", "content-length": length });
    response.end(body);
  };
}
