import { EventEmitter, once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { listen } from "./listen.ts";
import {
  answer,
  type Project,
  type ProjectCall,
  type ProjectResponse,
  type Rules,
} from "./project.ts";

/** A call as the registry sees it. */
export interface ScriptedCall {
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** Resolves when the call's connection is closed. */
  readonly closed: Promise<unknown>;
  readonly key: string;
  /** The path after `/api/v1/`, and the query without the key: `tags/04aa/`, `tags?limit=100&page=1`. */
  readonly name: string;
  /** The `limit` of a list call; null if the call had none. */
  readonly limit: number | null;
  /** The length of the body that it was served from the project, in bytes. */
  bytes: number;
}

/** What a registry does with a call. Its calls are numbered from 0. */
export type Behaviour = (call: ScriptedCall, position: number) => void;

/**
 * What a registry with a project does with a call instead of answering honestly. `honest` makes the correct response to this call, or
 * to a different one.
 */
export type Misbehaviour = (
  call: ProjectCall,
  honest: (call?: ProjectCall) => ProjectResponse,
) => ProjectResponse | Behaviour;

/** A registry that does what a test says. */
export interface ScriptedRegistry extends AsyncDisposable {
  readonly url: string;
  /** A valid key of its project. */
  readonly key: string;
  readonly calls: ScriptedCall[];
  /** How it serves its project. */
  readonly rules: Rules;
  /** What it does with each call from now on. */
  behaviour: Behaviour;
  /** Resolves with the call at a position as soon as it has arrived. */
  call(position: number): Promise<ScriptedCall>;
}

/**
 * Starts a registry on a free loopback port. It serves a project as the interface document says, but for its rules and misbehaviour,
 * or behaves as it is told. A test can change the project's lists.
 * @param options.certificate with it, the registry speaks TLS.
 */
export async function startScriptedRegistry(
  given: Behaviour | Partial<Project>,
  options: {
    readonly misbehave?: Misbehaviour | undefined;
    readonly certificate?: { readonly cert: string; readonly key: string };
  } = {},
): Promise<ScriptedRegistry> {
  const { misbehave, certificate } = options;
  const rules: Rules = { keys: new Map(), clamps: new Map() };
  const behaviour = typeof given === "function" ? given : serve(given, rules, misbehave);
  const calls: ScriptedCall[] = [];
  const sockets = new Set<Socket>();
  const arrivals = new EventEmitter().setMaxListeners(0);
  const server = certificate ? createTlsServer(certificate) : createServer();
  // Longer than a busy machine pauses: a connection that is closed while a call is on its way to it would fail that call.
  server.keepAliveTimeout = 60_000;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket)).on("error", () => {});
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const call = toCall(request, response);
    calls.push(call);
    arrivals.emit("call");
    registry.behaviour(call, calls.length - 1);
  });
  const port = await listen(server);
  const registry: ScriptedRegistry = {
    url: certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    key: (typeof given === "object" && given.key) || "key",
    calls,
    rules,
    behaviour,
    async call(position) {
      for (;;) {
        const call = calls[position];
        if (call) return call;
        await once(arrivals, "call");
      }
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, "close");
    },
  };
  return registry;
}

function toCall(
  { url: path = "", headers, socket }: IncomingMessage,
  response: ServerResponse,
): ScriptedCall {
  const parts = () => splitPath(path);
  return {
    ...{ path, headers, response, socket, bytes: 0 },
    get closed() {
      if (socket.closed) return Promise.resolve();
      return new Promise((resolve) => socket.setMaxListeners(0).once("close", resolve));
    },
    get key() {
      return parts().query.get("key") ?? "";
    },
    get name() {
      const { path: name, query } = parts();
      query.delete("key");
      return query.size > 0 ? `${name}?${query}` : name;
    },
    get limit() {
      const limit = parts().query.get("limit");
      return limit === null ? null : Number(limit);
    },
  };
}

function splitPath(url: string): Pick<ProjectCall, "path" | "query"> {
  const { pathname, searchParams } = new URL(url, "http://registry");
  return { path: pathname.replace("/api/v1/", ""), query: searchParams };
}

function serve(
  project: Partial<Project>,
  rules: Rules,
  misbehave: Misbehaviour = (_, honest) => honest(),
): Behaviour {
  return (scripted, position) => {
    const call = { ...splitPath(scripted.path), headers: scripted.headers, position };
    const reaction = misbehave(call, (other = call) => answer(project, rules, other));
    if (typeof reaction === "function") reaction(scripted, position);
    else send(scripted, reaction);
  };
}

function send(call: ScriptedCall, { status, body, headers }: ProjectResponse): void {
  const isRaw = typeof body === "string" || Buffer.isBuffer(body);
  const sent = isRaw ? body : JSON.stringify(body);
  call.bytes = Buffer.byteLength(sent);
  call.response.writeHead(status, { "content-type": "application/json", ...headers }).end(sent);
}

/** An address where nothing listens. It is fixed, because another test could take a free port at any moment. */
export const unusedAddress = "http://127.0.0.1:9";

/**
 * Each test worker has its own ports. They are below those that the system gives to outgoing connections and to servers on port 0,
 * so nothing else takes one before its server listens.
 */
const portsEach = 100;
const firstPort = 10_000 + (Number(process.env["VITEST_POOL_ID"] ?? 0) % 200) * portsEach;
let portsGiven = process.pid;

/** An address at which nothing listens yet, for a server that needs a fixed port. */
export async function freeAddress(): Promise<string> {
  for (;;) {
    const port = firstPort + (portsGiven++ % portsEach);
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") continue;
      throw error;
    }
    server.close();
    await once(server, "close");
    return `http://127.0.0.1:${port}`;
  }
}

/** Behaves differently at each call, in turn. The last behaviour stays. */
export function inTurn(...behaviours: readonly Behaviour[]): Behaviour {
  return (call, position) =>
    behaviours[Math.min(position, behaviours.length - 1)]?.(call, position);
}

/** A JSON response. */
export function json(value: unknown, headers: OutgoingHttpHeaders = {}): Behaviour {
  return text(JSON.stringify(value), { "content-type": "application/json", ...headers });
}

/** Status 200 with any body. */
export function text(body: string | Buffer, headers: OutgoingHttpHeaders): Behaviour {
  return ({ response }) => {
    response.writeHead(200, { "content-length": Buffer.byteLength(body), ...headers }).end(body);
  };
}

/** A status with a small JSON body that repeats the call's path and query, key included, as careless servers do. */
export function status(code: number, headers: OutgoingHttpHeaders = {}): Behaviour {
  return ({ path, response }) => {
    response.writeHead(code, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ error: `failed: ${path}` }));
  };
}

/** A compressed JSON response. */
export function compressed(encoding: keyof typeof compressors, value: unknown): Behaviour {
  const { header, compress } = compressors[encoding];
  const body = compress(JSON.stringify(value));
  return text(body, { "content-type": "application/json", "content-encoding": header });
}

const compressors = {
  gzip: { header: "gzip", compress: gzipSync },
  deflate: { header: "deflate", compress: deflateSync },
  rawDeflate: { header: "deflate", compress: deflateRawSync },
  brotli: { header: "br", compress: brotliCompressSync },
} satisfies Record<string, { header: string; compress: (body: string) => Buffer }>;

/** Emits `stall` for each call that is never answered, so that a test need not wait for a timeout. */
export const stalls = new EventEmitter().setMaxListeners(0);

/** Never answers, and says so on `stalls`. */
export const stall: Behaviour = () => {
  stalls.emit("stall");
};

/** Sends the headers and a part of the body, then nothing more. */
export const stallInBody: Behaviour = ({ response }) => {
  response.writeHead(200, { "content-type": "application/json" }).write('{"tags": [');
};

/** Sends an error status whose body never ends. */
export const stallInErrorBody: Behaviour = ({ response }) => {
  response.writeHead(503, { "content-type": "text/plain" }).write("wait");
};

/** Resets the connection instead of answering. */
export const reset: Behaviour = ({ socket }) => socket.resetAndDestroy();

/** Resets the connection in the middle of the headers. */
export const resetInHeaders: Behaviour = ({ socket }) => {
  socket.write("HTTP/1.1 200 OK\r\ncontent-type: appl", () => socket.resetAndDestroy());
};

/** Resets the connection in the middle of the body. */
export const resetInBody: Behaviour = ({ socket }) => {
  socket.write(rawResponse("content-length: 100", '{"tags": ['), () => socket.resetAndDestroy());
};

/** Closes the connection before it has sent as many bytes as announced. */
export const truncate: Behaviour = ({ socket }) => {
  socket.end(rawResponse("content-length: 100", '{"tags": ['));
};

/** Closes the connection before the last chunk. */
export const truncateChunks: Behaviour = ({ socket }) => {
  socket.end(rawResponse("transfer-encoding: chunked", 'a\r\n{"tags": [\r\n'));
};

/** Closes the connection before the last chunk, and has announced that it will close. */
export const truncateLastChunks: Behaviour = ({ socket }) => {
  socket.end(rawResponse("connection: close\r\ntransfer-encoding: chunked", 'a\r\n{"tags": [\r\n'));
};

/** Announces no length, sends the beginning of a JSON text and closes the connection. */
export const truncateSilently: Behaviour = ({ socket }) => {
  socket.end(rawResponse("connection: close", '{"tags": ['));
};

/** Sends something that is not HTTP. */
export const babble: Behaviour = ({ socket }) => socket.end("+OK POP3 server ready\r\n");

/** Sends more headers than a client accepts. */
export const endlessHeaders: Behaviour = ({ socket }) => {
  socket.write(`HTTP/1.1 200 OK\r\n${`x-filler: ${"x".repeat(1000)}\r\n`.repeat(80)}`);
};

/** Sends an endless body without a length, for as long as it is read. */
export const endlessBody: Behaviour = ({ response }) => {
  response.writeHead(200, { "content-type": "application/json" });
  const write = () => {
    while (!response.destroyed && response.write(" ".repeat(65_536)));
  };
  response.on("drain", write);
  write();
};

function rawResponse(header: string, body: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${header}\r\n\r\n${body}`;
}
