import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type GatewayMessage, toOriginForm } from "./gateway-message.ts";
import { HttpRequest } from "./http-request.ts";

export class NodeRequest extends HttpRequest {
  readonly serverResponse: ServerResponse;
  /** How much of the body has not been written yet. */
  unwrittenBytes = 0;
  readonly #message: GatewayMessage;

  constructor(message: GatewayMessage, serverResponse: ServerResponse) {
    const { method = "", url, headers, rawHeaders } = message;
    super({ method, path: toOriginForm(url), headers, rawHeaders });
    this.#message = message;
    this.serverResponse = serverResponse;
  }

  get status(): number | undefined {
    const { writableFinished, statusCode } = this.serverResponse;
    return writableFinished || this.logEntry.eventCount !== undefined ? statusCode : undefined;
  }

  get unreadBytes(): number {
    return this.unwrittenBytes + this.serverResponse.writableLength;
  }

  get connection(): Socket {
    return this.#message.socket;
  }

  readBody(): Promise<string> {
    return this.#message.readText();
  }

  /** Drops the rest of the body. Call it when the request is answered. */
  ignoreBody(): void {
    this.#message.ignoreBody();
  }

  onClose(listener: () => void): void {
    // The caller may have cancelled already.
    if (this.#message.destroyed) listener();
    else this.serverResponse.once("close", listener);
  }

  closeAfterResponse(): void {
    this.serverResponse.shouldKeepAlive = false;
  }

  close(): void {
    this.serverResponse.destroy();
  }
}
