import { IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import {
  BodyTooLargeError,
  HttpRequest,
  maxBodyBytes,
  RequestCancelledError,
} from "./http-request.ts";

export class NodeRequest extends HttpRequest {
  readonly serverResponse: ServerResponse;
  unwrittenBytes = 0;
  readonly #message: GatewayMessage;
  #hasClosed = false;

  constructor(message: GatewayMessage, serverResponse: ServerResponse) {
    const { method = "", url, headers, rawHeaders } = message;
    super({ method, path: url?.startsWith("/") ? url : toOriginForm(url), headers, rawHeaders });
    this.#message = message;
    this.serverResponse = serverResponse;
    serverResponse.on("close", () => {
      this.#hasClosed = true;
      this.end();
    });
  }

  get status(): number | undefined {
    const { writableFinished, statusCode } = this.serverResponse;
    return writableFinished || this.eventCount !== undefined ? statusCode : undefined;
  }

  get host(): string | undefined {
    return this.#message.headers.host;
  }

  get unreadBytes(): number {
    return this.unwrittenBytes + this.serverResponse.writableLength;
  }

  get takenBytes(): number {
    const { bytesWritten, writableLength } = this.#message.socket;
    return bytesWritten - writableLength;
  }

  // HTTP/1.0 has no chunks: the end of the connection is the end of the body.
  get seesBreaks(): boolean {
    return this.#message.httpVersion !== "1.0";
  }

  get connection(): Socket {
    return this.#message.socket;
  }

  get isClosed(): boolean {
    return this.#hasClosed || this.#message.destroyed;
  }

  readBody(): Promise<string> {
    return this.#message.readText(this.onBodyPart);
  }

  ignoreBody(): void {
    this.#message.ignoreBody();
  }

  closeAfterResponse(): void {
    this.serverResponse.shouldKeepAlive = false;
  }

  close(): void {
    this.serverResponse.destroy();
  }
}

/**
 * The path and query of a request's target. A server must also accept the absolute form (RFC 9112
 * §3.2.2). Its host is ignored, because this server answers the same under any name.
 */
function toOriginForm(target = ""): string {
  const path = target.replace(/^https?:\/\/[^/?]*/i, "");
  return path.startsWith("?") || path === "" ? `/${path}` : path;
}

/**
 * A request whose body can be read as text. The body comes directly from the parser, which is
 * faster than a stream, and is kept until it is read, up to `maxBodyBytes`.
 */
export class GatewayMessage extends IncomingMessage {
  #kept = nothing;
  #length = 0;
  #reader: PromiseWithResolvers<string> | undefined;
  #isIgnored = false;
  /** Whether the rest of the body waits until it is known what becomes of it. */
  #isWaiting = false;
  #onPart: ((bytes: number) => void) | undefined;

  /**
   * Reads the body as text. Call it once.
   * @param onPart called with how many bytes are kept for what has arrived, each time when some
   * has.
   * @throws BodyTooLargeError as soon as the body is known to be too large. The rest is not kept.
   * @throws RequestCancelledError if the caller cancels before all of it has arrived.
   */
  readText(onPart?: (bytes: number) => void): Promise<string> {
    this.#onPart = onPart;
    if (onPart !== undefined) this.#notePart(onPart);
    this.#reader = Promise.withResolvers<string>();
    this.#goOn();
    this.#settle();
    return this.#reader.promise;
  }

  ignoreBody(): void {
    this.#isIgnored = true;
    this.#kept = nothing;
    if (this.#isWaiting) this.#goOn();
  }

  override push(chunk: Buffer | null): boolean {
    if (chunk !== null) {
      if (!this.#isIgnored) this.#keep(chunk);
      this.#length += chunk.length;
      if (this.#onPart !== undefined) this.#notePart(this.#onPart);
    }
    this.#settle();
    this.#isWaiting =
      this.#length > maxUnreadBytes && this.#reader === undefined && !this.#isIgnored;
    return chunk !== null && !this.#isWaiting;
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#reader?.reject(new RequestCancelledError());
    super._destroy(error, callback);
  }

  /** Joins them as they come: each takes hundreds of bytes, and a caller may send single ones. */
  #keep(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > maxBodyBytes) return;
    if (this.#length === 0) {
      this.#kept = chunk;
      return;
    }
    if (length > this.#kept.length) {
      const bytes = Math.min(Math.max(length, 2 * this.#kept.length), maxBodyBytes);
      const larger = Buffer.allocUnsafeSlow(bytes);
      this.#kept.copy(larger, 0, 0, this.#length);
      this.#kept = larger;
    }
    chunk.copy(this.#kept, this.#length);
  }

  /** Node.js discards a body that nobody reads, so this starts reading it. */
  #goOn(): void {
    this.#isWaiting = false;
    this._read(0);
  }

  #notePart(note: (bytes: number) => void): void {
    if (!this.#isIgnored) note(this.#kept.length);
  }

  #settle(): void {
    if (this.#reader === undefined) return;
    const length = Math.max(this.#length, Number(this.headers["content-length"] ?? 0));
    if (length <= maxBodyBytes && this.complete) {
      const kept = this.#kept;
      this.#kept = nothing;
      this.#reader.resolve(kept.toString("utf8", 0, this.#length));
    } else if (this.destroyed) this.#reader.reject(new RequestCancelledError());
    else if (length > maxBodyBytes) this.#reader.reject(new BodyTooLargeError());
  }
}

const nothing: Buffer = Buffer.alloc(0);

/** After so many bytes, a body waits until it is read: nothing counts it before. */
const maxUnreadBytes = 64 * 1024;

// Node.js keeps an answered request until this is true.
Object.defineProperty(GatewayMessage.prototype, "readableEnded", {
  get(this: GatewayMessage) {
    return this.complete;
  },
});
