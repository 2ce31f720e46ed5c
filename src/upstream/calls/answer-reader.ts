import { LRUCache } from "lru-cache";
import { type DecodedBody, decodeBody } from "../http/body.ts";
import type { RestCall } from "./rest-call.ts";

/** Bodies from which on remembering them costs less than reading them, in bytes. */
const leastBytes = 4 * 1024;

/** Memory that what is remembered may take, about, in bytes. */
const mostBytes = 64 * 1024 * 1024;

/** How many times as much memory as its body a decoded answer takes, about. */
const decodedShare = 2;

/** A body as it came last time; what it decoded to, where it had come like that before. */
interface KnownAnswer {
  readonly body: Buffer;
  readonly answer: DecodedBody | null;
}

/**
 * Reads the registry's answers. Most lists are the same as last time: such a body is compared, and not parsed again. A call is
 * made for each answer all the same, so that nothing is given that the registry has not just said.
 */
export class AnswerReader {
  readonly #known = new LRUCache<string, KnownAnswer>({
    maxSize: mostBytes,
    sizeCalculation: ({ body, answer }) => body.length * (answer === null ? 1 : 1 + decodedShare),
  });

  /** What a body of JSON decodes to, or why it does not. */
  read(call: RestCall<unknown>, body: Buffer): DecodedBody {
    if (body.length < leastBytes) return decodeBody(call, body);
    const name = `${call.lane} ${call.name}`;
    const known = this.#known.get(name);
    const isSame = known?.body.equals(body) === true;
    if (isSame && known.answer !== null) return known.answer;
    const answer = decodeBody(call, body);
    if ("error" in answer) this.#known.delete(name);
    // What changes all the time is not worth keeping decoded.
    else this.#known.set(name, { body, answer: isSame ? answer : null });
    return answer;
  }
}
