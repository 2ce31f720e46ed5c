import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { CallerLeftError } from "../answer/caller-left.ts";
import { Exchange } from "./exchange/exchange.ts";
import { type GatewayRequest, toOriginForm } from "./request.ts";

/** A request that node:http has received, with its response. */
export class NodeExchange extends Exchange {
  readonly serverResponse: ServerResponse;
  /** How much of the body has not been written yet. */
  unwrittenBytes = 0;
  readonly #request: GatewayRequest;

  constructor(request: GatewayRequest, serverResponse: ServerResponse) {
    const { method = "", url, headers, rawHeaders } = request;
    super({ method, path: toOriginForm(url), headers, rawHeaders });
    this.#request = request;
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
    return this.#request.socket;
  }

  async readBody(): Promise<string> {
    try {
      return await this.#request.readText();
    } catch (error) {
      throw this.#request.destroyed ? new CallerLeftError() : error;
    }
  }

  /** Drops the rest of the body. Call it when the request is answered. */
  ignoreBody(): void {
    this.#request.ignoreBody();
  }

  onLeave(listener: () => void): void {
    // The caller may have left already.
    if (this.#request.destroyed) listener();
    else this.serverResponse.once("close", listener);
  }

  endConnection(): void {
    this.serverResponse.shouldKeepAlive = false;
  }

  cutOff(): void {
    this.serverResponse.destroy();
  }
}
