import { overloaded } from "../../answer/refusals.ts";
import { bytesOfString } from "../../base/collections/memory-size.ts";
import type { HttpRequest } from "../request/http-request.ts";
import { isLargeBody, minLargeBody } from "./admission.ts";

/** A body that has arrived is kept until its request is answered: as it was sent, as variables, and in the cache key. */
const copies = 3;

/** A body that may be large, as far as it has arrived. */
interface HeldBody {
  /** The digest of its request's key if that is known; null for all others. */
  readonly owner: string | null;
  bytes: number;
  /** Refuses its request; undefined once it was called, or all of the body has arrived. */
  refuse: (() => void) | undefined;
  isOver: boolean;
}

type Reader = Pick<
  HttpRequest,
  "headers" | "rawHeaders" | "readBody" | "onBodyPart" | "onClose" | "closeAfterResponse"
>;

interface RequestBodiesOptions {
  readonly maxBytes: number;
  /** The digest of a request's key if that is known; null for all others. */
  readonly ownerOf: (request: Pick<HttpRequest, "rawHeaders" | "onClose">) => string | null;
}

/**
 * The large bodies of requests under way. Together they take bounded memory: to make room for another, those that have been arriving for
 * longest are refused, and if no other is arriving, the new one. Small ones are bounded by the number of requests under way.
 *
 * Those that have arrived cannot make room. So the bodies of one owner have half: those of a known key, or all without one. To keep to
 * that, only bodies of this owner are refused. A body without a known key makes none with one give way.
 */
export class RequestBodies {
  readonly #maxBytes: number;
  readonly #ownerOf: RequestBodiesOptions["ownerOf"];
  /** In the order in which they became large. */
  readonly #large = new Set<HeldBody>();
  readonly #byRequest = new WeakMap<Reader, HeldBody>();
  readonly #shares = new Map<string | null, number>();
  #bytes = 0;

  constructor({ maxBytes, ownerOf }: RequestBodiesOptions) {
    this.#maxBytes = maxBytes;
    this.#ownerOf = ownerOf;
  }

  /** How much large bodies take, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Reads a request's body, which counts until `release`, or until the request is closed.
   * @throws RefusedError 503 `OVERLOADED` if large bodies take too much memory.
   */
  async read(request: Reader): Promise<string> {
    if (Number(request.headers["content-length"]) <= minLargeBody) return request.readBody();
    const { promise: refused, reject } = Promise.withResolvers<never>();
    const refuse = () => {
      held.refuse = undefined;
      this.#end(held);
      // The rest of the body is not read, and would be taken for the next request on this connection.
      request.closeAfterResponse();
      reject(overloaded());
    };
    const held: HeldBody = { owner: this.#ownerOf(request), bytes: 0, refuse, isOver: false };
    this.#byRequest.set(request, held);
    request.onClose(() => this.#end(held));
    request.onBodyPart = (bytes) => {
      if (bytes > minLargeBody) this.#grow(held, bytes);
    };
    const body = await Promise.race([refused, request.readBody()]);
    // It may have made room for another since its last part arrived.
    if (held.refuse === undefined) throw overloaded();
    held.refuse = undefined;
    if (isLargeBody(body)) this.#grow(held, copies * bytesOfString(body));
    else this.#end(held);
    return body;
  }

  /** A request's body is not kept any more, or counts elsewhere. */
  release(request: Reader): void {
    const held = this.#byRequest.get(request);
    if (held !== undefined) this.#end(held);
  }

  /** @throws RefusedError if there is no room for a body that has arrived. One that is arriving is refused. */
  #grow(held: HeldBody, bytes: number): void {
    if (held.isOver) return;
    this.#large.add(held);
    this.#count(held, bytes);
    for (const other of this.#large) {
      if (!this.#isFullFor(held)) return;
      const makesRoom = other.owner === held.owner || (this.#isFull && held.owner !== null);
      if (other !== held && makesRoom) other.refuse?.();
    }
    if (!this.#isFullFor(held)) return;
    if (held.refuse !== undefined) {
      held.refuse();
      return;
    }
    this.#end(held);
    throw overloaded();
  }

  /** The only one that is left has a limit of its own. */
  get #isFull(): boolean {
    return this.#bytes > this.#maxBytes && this.#large.size > 1;
  }

  /** So has the only one of an owner. */
  #isFullFor({ owner, bytes }: HeldBody): boolean {
    const share = this.#shares.get(owner) ?? 0;
    return this.#isFull || (share > this.#maxBytes / 2 && share > bytes);
  }

  #count(held: HeldBody, bytes: number): void {
    const change = bytes - held.bytes;
    const share = (this.#shares.get(held.owner) ?? 0) + change;
    if (share > 0) this.#shares.set(held.owner, share);
    else this.#shares.delete(held.owner);
    this.#bytes += change;
    held.bytes = bytes;
  }

  #end(held: HeldBody): void {
    held.isOver = true;
    if (this.#large.delete(held)) this.#count(held, 0);
  }
}
