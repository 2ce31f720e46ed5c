import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { CallerLeftError, Exchange } from "../exchange/exchange.ts";
import { type GatewayRequest, toOriginForm } from "./request.ts";

/** A request that node:http has received, with its response. */
export class NodeExchange extends Exchange {
  readonly response: ServerResponse;
  readonly #request: GatewayRequest;

  constructor(request: GatewayRequest, response: ServerResponse) {
    const { method = "", url, headers, rawHeaders } = request;
    super({ method, path: toOriginForm(url), headers, rawHeaders });
    this.#request = request;
    this.response = response;
  }

  get status(): number | undefined {
    const { writableFinished, statusCode } = this.response;
    return writableFinished || this.report.events !== undefined ? statusCode : undefined;
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
    else this.response.once("close", listener);
  }

  endConnection(): void {
    this.response.shouldKeepAlive = false;
  }

  cutOff(): void {
    this.response.destroy();
  }
}
