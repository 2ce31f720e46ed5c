import { Pool } from "undici";
import type { HttpRequest, Manner } from "./clients.ts";
import { keys } from "./projects.ts";
import type { DifferentialRegistry } from "./registry.ts";
import type { Operation } from "./write-document.ts";

/** An HTTP answer, without what it tells of its cost. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** An answer, and what it took to get it. */
export interface Asked extends Answer {
  /** Requests that were answered, but for hashes that were not known. */
  readonly requests: number;
}

/** What the gateway's metric says that it has executed. */
export interface Executed {
  /** By what it had prepared. */
  readonly prepared: number;
  /** And those that it prepared it for. */
  readonly first: number;
}

/** Registry failures in a row after which the gateway is asked for something that succeeds, lest its circuit opens. */
const mostFailures = 5;

/** Sends operations to a gateway as different clients do. */
export class GatewayClient implements AsyncDisposable {
  /** Requests with a hash that was not known. */
  unknownHashes = 0;
  /** Requests that were sent so that the registry's circuit stays closed. */
  reminders = 0;
  readonly #pool: Pool;
  readonly #registry: DifferentialRegistry;

  constructor(gatewayUrl: string, registry: DifferentialRegistry) {
    this.#pool = new Pool(gatewayUrl, { connections: 8 });
    this.#registry = registry;
  }

  /** The answer to an operation. @param key null: none is sent. */
  async ask(manner: Manner, operation: Operation, key: string | null): Promise<Asked> {
    let last: Answer | undefined;
    let requests = 0;
    for (const request of manner.requests(operation)) {
      last = await this.#send(request, key);
      if (isUnknownHash(last)) this.unknownHashes += 1;
      else requests += 1;
    }
    if (last === undefined) throw new Error("a manner without a request");
    return { ...last, text: manner.isExplained ? withoutCost(last.text) : last.text, requests };
  }

  /** The metric of the operations executed; both figures are NaN where there is none. */
  async scrape(): Promise<Executed> {
    const { body } = await this.#pool.request({ path: "/metrics", method: "GET" });
    const text = await body.text();
    const read = (way: string) =>
      Number(
        new RegExp(`^tapgraph_operations_total\\{way="${way}"\\} (\\d+)`, "m").exec(text)?.[1],
      );
    return { prepared: read("prepared"), first: read("first") };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy();
  }

  async #send(request: HttpRequest, key: string | null): Promise<Answer> {
    if (this.#registry.failuresInARow >= mostFailures) await this.#remind();
    const answer = await this.#dispatch(request, key);
    // A machine that is busy with other tests may make a gateway turn requests away: that says nothing of its answers.
    return answer.status === 503 ? this.#send(request, key) : answer;
  }

  async #remind(): Promise<void> {
    const body = JSON.stringify({ query: '{ tag(id: "t1") { tagId } }' });
    const headers = { "content-type": "application/json" };
    const request = { method: "POST", path: "/graphql", headers, body } as const;
    const { status } = await this.#dispatch(request, keys.sound);
    if (status !== 503) this.reminders += 1;
  }

  async #dispatch(
    { method, path, headers, body }: HttpRequest,
    key: string | null,
  ): Promise<Answer> {
    // Without a key, a GET needs another header that no form of a strange page sends.
    const own = key === null ? { "apollo-require-preflight": "1" } : { "x-api-key": key };
    const response = await this.#pool.request({
      method,
      path,
      headers: { ...headers, ...own },
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

function isUnknownHash({ text }: Answer): boolean {
  return text.includes('"PERSISTED_QUERY_NOT_FOUND"');
}

function withoutCost(text: string): string {
  return text
    .replace(/(\{|,)"tapgraph":\{(?:[^{}]|\{[^{}]*\})*\}\}\}$/, "$1}}")
    .replace(/,?\}\}$/, "}}")
    .replace(/,"extensions":\{\}\}$/, "}");
}
