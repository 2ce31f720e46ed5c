import { IncomingMessage } from "node:http";
import { BodyTooLargeError, maxBodyBytes } from "../exchange/exchange.ts";

/**
 * A request's target as path and query. In absolute form, which every server has to take (RFC 9112 §3.2.2), what comes before
 * the path is passed over: this server has one name for itself, whichever it was asked by.
 */
export function toOriginForm(target = ""): string {
  if (target.startsWith("/")) return target;
  const path = target.replace(/^https?:\/\/[^/?]*/i, "");
  return path.startsWith("?") || path === "" ? `/${path}` : path;
}

/**
 * A request whose body can be had as text. It is taken from the parser as it comes, without the events and ticks of a stream,
 * and whoever asks for it late gets it as well; more than `maxBodyBytes` of it are never held.
 */
export class GatewayRequest extends IncomingMessage {
  #chunks: Buffer[] = [];
  #length = 0;
  #reader: PromiseWithResolvers<string> | undefined;
  #isIgnored = false;

  /**
   * The body as text. To be called once.
   * @throws BodyTooLargeError as soon as it is known to be too large; the rest is not kept.
   * @throws the connection's error where the caller leaves before the body has come; the request is destroyed then.
   */
  readText(): Promise<string> {
    this.#reader = Promise.withResolvers<string>();
    // As a stream's reader does: Node.js drops the body of a request that nobody reads.
    this._read(0);
    this.#tell();
    return this.#reader.promise;
  }

  /** Lets go of what has come of a body that nobody has asked for, and of what is still to come: it is answered without. */
  ignoreBody(): void {
    this.#isIgnored = true;
    this.#chunks = [];
  }

  /** Is called by the parser with each part of the body, and with null after the last. */
  override push(chunk: Buffer | null): boolean {
    if (chunk !== null) {
      this.#length += chunk.length;
      if (this.#length <= maxBodyBytes && !this.#isIgnored) this.#chunks.push(chunk);
    }
    this.#tell();
    return chunk !== null;
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#reader?.reject(error);
    super._destroy(error, callback);
  }

  /** Tells the reader what there is to tell. */
  #tell(): void {
    if (this.#reader === undefined) return;
    const length = Math.max(this.#length, Number(this.headers["content-length"] ?? 0));
    if (length > maxBodyBytes) this.#reader.reject(new BodyTooLargeError());
    else if (this.complete) this.#reader.resolve(this.#toText());
    else if (this.destroyed) this.#reader.reject(this.errored);
  }

  #toText(): string {
    const [first, ...more] = this.#chunks;
    this.#chunks = [];
    const whole = first && more.length === 0 ? first : Buffer.concat(first ? [first, ...more] : []);
    return whole.toString("utf8");
  }
}

// Whether the stream has ended: Node.js keeps a request until then, beyond its answer.
Object.defineProperty(GatewayRequest.prototype, "readableEnded", {
  get(this: GatewayRequest) {
    return this.complete;
  },
});
