import { Pool } from "undici";
import { parseMetrics } from "../../support/metrics.ts";
import type { HttpRequest, RequestForm } from "./clients.ts";
import type { Operation } from "./write-document.ts";

export interface ReceivedResponse {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export interface CountedResponse extends ReceivedResponse {
  /** The requests sent, without those whose hash was unknown. */
  readonly requests: number;
}

export interface Executed {
  /** With a plan that it had prepared before. */
  readonly prepared: number;
  /** With a plan that it prepared for them. */
  readonly first: number;
}

export class GatewayClient implements AsyncDisposable {
  unknownHashes = 0;
  readonly #pool: Pool;

  constructor(gatewayUrl: string) {
    this.#pool = new Pool(gatewayUrl, { connections: 8 });
  }

  async ask(form: RequestForm, operation: Operation, key: string | null): Promise<CountedResponse> {
    let last: ReceivedResponse | undefined;
    let requests = 0;
    for (const request of form.requests(operation)) {
      last = await this.#send(request, key);
      if (isUnknownHash(last)) this.unknownHashes += 1;
      else requests += 1;
    }
    if (last === undefined) throw new Error("a form without a request");
    return { ...last, text: form.isExplained ? withoutCost(last.text) : last.text, requests };
  }

  /** Reads the metric of executed operations. Both figures are NaN if there is no such metric. */
  async scrape(): Promise<Executed> {
    const { body } = await this.#pool.request({ path: "/metrics", method: "GET" });
    const metrics = parseMetrics(await body.text());
    const countOf = (document: string) =>
      metrics.get(`tapgraph_operations_total{document="${document}"}`) ?? Number.NaN;
    return { prepared: countOf("remembered"), first: countOf("new") };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy();
  }

  async #send(request: HttpRequest, key: string | null): Promise<ReceivedResponse> {
    const result = await this.#dispatch(request, key);
    // On a machine that is busy with other tests the gateway may turn requests away. That shows nothing about its responses.
    return result.status === 503 ? this.#send(request, key) : result;
  }

  async #dispatch(
    { method, path, headers, body }: HttpRequest,
    key: string | null,
  ): Promise<ReceivedResponse> {
    // Without a key, a GET needs another header that a browser sends only after a preflight.
    const keyHeader = key === null ? { "apollo-require-preflight": "1" } : { "x-api-key": key };
    const response = await this.#pool.request({
      method,
      path,
      headers: { ...headers, ...keyHeader },
      body,
    });
    const type = response.headers["content-type"];
    return {
      status: response.statusCode,
      type: typeof type === "string" ? type : "none",
      text: await response.body.text(),
    };
  }
}

function isUnknownHash({ text }: ReceivedResponse): boolean {
  return text.includes('"PERSISTED_QUERY_NOT_FOUND"');
}

function withoutCost(text: string): string {
  return text
    .replace(/(\{|,)"tapgraph":\{(?:[^{}]|\{[^{}]*\})*\}\}\}$/, "$1}}")
    .replace(/,?\}\}$/, "}}")
    .replace(/,"extensions":\{\}\}$/, "}");
}
