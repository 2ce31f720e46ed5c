import { overloaded } from "../../answer/refusals.ts";
import { bytesOfString } from "../../base/collections/memory-size.ts";
import type { Ledger, LedgerEntry } from "../../base/ledger.ts";
import type { HttpRequest } from "../request/http-request.ts";

/** A body that has arrived is kept as it was sent, as variables, and in the cache key. */
const copies = 3;

/**
 * The body of a request, which counts as it arrives, and until the request is answered. If it is
 * given up, its request is refused.
 */
export class HeldBody implements Disposable {
  readonly #request: HttpRequest;
  readonly #memory: LedgerEntry;
  readonly #refused = Promise.withResolvers<never>();
  #hasArrived = false;

  constructor(request: HttpRequest, ledger: Ledger) {
    this.#request = request;
    const keyDigest = request.identity?.keyDigest ?? null;
    this.#memory = ledger.enter({ keyDigest, kind: "bodies", giveUp: () => this.#refuse() });
    this.#refused.promise.catch(() => {});
  }

  /** @throws RefusedError 503 `OVERLOADED` if it is given up while it arrives. */
  async read(): Promise<string> {
    this.#request.onBodyPart = (bytes) => this.#memory.set(bytes);
    const body = await this.orRefused(this.#request.readBody());
    this.#hasArrived = true;
    this.#memory.set(copies * bytesOfString(body));
    return body;
  }

  /** @throws RefusedError 503 `OVERLOADED` if the body is given up meanwhile. */
  orRefused<Result>(answering: Promise<Result>): Promise<Result> {
    return Promise.race([this.#refused.promise, answering]);
  }

  [Symbol.dispose](): void {
    this.#memory.close();
  }

  #refuse(): void {
    // The rest of the body is not read, and would be taken for the next request on this connection.
    if (!this.#hasArrived) this.#request.closeAfterResponse();
    this.#refused.reject(overloaded());
  }
}
