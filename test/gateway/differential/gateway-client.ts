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

/** GraphQL requests by their purpose. */
export interface Sent {
  /** Operations, but for hashes that were not known. */
  readonly operations: number;
  readonly unknownHashes: number;
  /** Sent so that the registry's circuit stays closed. */
  readonly reminders: number;
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
  readonly #pool: Pool;
  readonly #registry: DifferentialRegistry;
  #sent: Sent = { operations: 0, unknownHashes: 0, reminders: 0 };

  constructor(gatewayUrl: string, registry: DifferentialRegistry) {
    this.#pool = new Pool(gatewayUrl, { connections: 8 });
    this.#registry = registry;
  }

  /** What was sent so far. */
  get sent(): Sent {
    return this.#sent;
  }

  /** The answer to an operation. @param key null: none is sent. */
  async ask(manner: Manner, operation: Operation, key: string | null): Promise<Answer> {
    let last: Answer | undefined;
    for (const request of manner.requests(operation)) {
      last = await this.#send(request, key);
      this.#count(isUnknownHash(last) ? "unknownHashes" : "operations");
    }
    if (last === undefined) throw new Error("a manner without a request");
    return manner.isExplained ? { ...last, text: withoutCost(last.text) } : last;
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
    if (status !== 503) this.#count("reminders");
  }

  #count(purpose: keyof Sent): void {
    this.#sent = { ...this.#sent, [purpose]: this.#sent[purpose] + 1 };
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
    .replace(/(\{|,)"tapgraph":\{[^{}]*\}\}\}$/, "$1}}")
    .replace(/,?\}\}$/, "}}")
    .replace(/,"extensions":\{\}\}$/, "}");
}
