import { Kept } from "../../once/kept.ts";
import { type DecodedBody, decodeBody, memoryPerBodyByte } from "../network/body.ts";
import type { RestCall } from "../rest-call.ts";

/** Minimum size of a body worth remembering, in bytes. A shorter one is decoded so quickly that remembering it does not pay. */
const minBytes = 4 * 1024;

/** How much memory the remembered responses may take, in bytes. This is an estimate. */
const maxBytes = 64 * 1024 * 1024;

/** The latest body, and what it decodes to; null unless the body before it was the same. */
interface KnownResponse {
  readonly body: Buffer;
  readonly response: DecodedBody | null;
}

/**
 * Decodes the registry's responses, and remembers what long ones decode to. Most lists are the same as last time: comparing the body
 * then saves parsing it. This is not a cache of responses: the registry has just sent each body.
 */
export class MemoizedDecoder {
  readonly #known = new Kept<KnownResponse>({
    maxBytes,
    bytesOf: ({ body, response }) => body.length * (response === null ? 1 : 1 + memoryPerBodyByte),
  });

  /** The typed response in a body, or why there is none. */
  decode(call: RestCall<unknown>, body: Buffer): DecodedBody {
    if (body.length < minBytes) return decodeBody(call, body);
    const { keyDigest, cacheKey } = call;
    const known = this.#known.get(keyDigest, cacheKey);
    const isSame = known?.body.equals(body) === true;
    if (isSame && known.response !== null) return known.response;
    const response = decodeBody(call, body);
    if ("error" in response) this.#known.delete(keyDigest, cacheKey);
    // A response that changes all the time is not worth keeping decoded.
    else this.#known.set(keyDigest, cacheKey, { body, response: isSame ? response : null });
    return response;
  }
}
