import { badRequest, overloaded, refusal } from "../../answer/refusals.ts";
import { bytesOfString } from "../../base/collections/memory-size.ts";
import type { Ledger, LedgerEntry } from "../../base/ledger.ts";
import {
  BodyBrokenError,
  BodyTooLargeError,
  type HttpRequest,
  maxBodyBytes,
} from "../request/http-request.ts";

const smallBodyBytes = 8 * 1024;

/**
 * Reads a request's body. One that may be large is held until the result is disposed of.
 * @throws RefusedError if the body cannot be read, or is given up to free memory.
 */
export async function readBody(
  request: HttpRequest,
  ledger: Ledger,
): Promise<HeldBody | undefined> {
  const coding = String(request.headers["content-encoding"] ?? "identity");
  if (coding.toLowerCase() !== "identity") {
    const message = `The request's body has the coding ${JSON.stringify(coding.slice(0, 40))}; send it without one.`;
    throw refusal(415, "BAD_REQUEST", message, { "accept-encoding": "identity" });
  }
  const isSmall = Number(request.headers["content-length"]) <= smallBodyBytes;
  const held = isSmall ? undefined : new HeldBody(request, ledger);
  try {
    request.body = await (held ?? request).readBody();
    return held;
  } catch (error) {
    held?.[Symbol.dispose]();
    throw toBodyRefusal(request, error);
  }
}

/**
 * What to answer if a request's body cannot be read: 413 `PAYLOAD_TOO_LARGE` or 400 `BAD_REQUEST`.
 * Other errors stay as they are.
 */
function toBodyRefusal(request: HttpRequest, error: unknown): unknown {
  // The connection stays open, and the rest of the body is dropped as it comes: some clients read
  // nothing before they have sent it all.
  if (error instanceof BodyTooLargeError) {
    const message = `The request's body is larger than ${maxBodyBytes} bytes.`;
    return refusal(413, "PAYLOAD_TOO_LARGE", message);
  }
  if (!(error instanceof BodyBrokenError)) return error;
  // The rest of the body is not read, and would be taken for the next request on this connection.
  request.closeAfterResponse();
  return badRequest("The request's body could not be read to its end.");
}

const copies = 3;

/**
 * The body of a request, which counts as it arrives, and until the request is answered. If it is
 * given up, its request is refused.
 */
class HeldBody implements Disposable {
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
  async readBody(): Promise<string> {
    this.#request.onBodyPart = (bytes) => this.#memory.set(bytes);
    const body = await this.orRefused(this.#request.readBody());
    this.#hasArrived = true;
    this.#memory.set(copies * bytesOfString(body));
    return body;
  }

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
