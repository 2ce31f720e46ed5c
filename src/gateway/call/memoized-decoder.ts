import { type DecodedBody, decodeBody, memoryPerBodyByte } from "../../registry-client/body.ts";
import { toOwnBuffer } from "../base/collections/own-buffer.ts";
import { Kept } from "../once/kept.ts";
import type { RestCall } from "./rest-call.ts";

/** In bytes. A shorter one is decoded so quickly that remembering it does not pay. */
const minBytes = 4 * 1024;

/** How much memory the remembered responses may take, in bytes. This is an estimate. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Decodes the registry's responses, and remembers what long ones decode to. Most lists are the same
 * as last time: comparing the body then saves parsing it. This is not a cache of responses: the
 * registry has just sent each body.
 */
export class MemoizedDecoder {
  readonly #known = new Kept<{
    readonly body: Buffer;
    readonly response: DecodedBody | null;
  }>({
    maxBytes,
    bytesOf: ({ body, response }) => body.length * (response === null ? 1 : 1 + memoryPerBodyByte),
  });

  decode(call: RestCall<unknown>, body: Buffer): DecodedBody {
    if (body.length < minBytes) return decodeBody(call, body);
    const known = this.find(call, body);
    if (known !== undefined) return known;
    const response = decodeBody(call, body);
    this.remember(call, body, response);
    return response;
  }

  /** What a long body decodes to, if that is remembered. */
  find({ keyDigest, cacheKey }: RestCall<unknown>, body: Buffer): DecodedBody | undefined {
    const known = this.#known.get(keyDigest, cacheKey);
    return known?.response && known.body.equals(body) ? known.response : undefined;
  }

  remember({ keyDigest, cacheKey }: RestCall<unknown>, body: Buffer, response: DecodedBody): void {
    if ("error" in response) {
      this.#known.delete(keyDigest, cacheKey);
      return;
    }
    const known = this.#known.get(keyDigest, cacheKey);
    const isSame = known?.body.equals(body) === true;
    // A response that changes all the time is not worth keeping decoded.
    const latest = isSame ? { ...known, response } : { body: toOwnBuffer(body), response: null };
    this.#known.set(keyDigest, cacheKey, latest);
  }
}
