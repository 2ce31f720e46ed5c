import { nextTurn } from "../../base/time/turns.ts";
import { type DecodedBody, decodeBody, inflateBody } from "../network/body.ts";
import type { SentBody } from "../network/sent-body.ts";
import type { InFlightCall } from "./in-flight-call.ts";
import { MemoizedDecoder } from "./memoized-decoder.ts";

/** A body that was read: inflated, decoded, and as the registry sent it. */
export interface ReadBody {
  readonly inflated: Buffer;
  readonly decoded: DecodedBody;
  readonly sent: SentBody;
}

interface BodyReaderOptions {
  readonly maxBodyBytes: number;
  readonly onRead: (call: InFlightCall, read: ReadBody) => void;
  /** Called if the body cannot be inflated, or is larger than the maximum. */
  readonly onDamaged: (call: InFlightCall) => void;
}

/**
 * Reads the bodies of responses: immediately, unless a body must be inflated or wait for its turn. If the call is over by then,
 * because its time ran out or nobody waits for it any more, nothing is called.
 */
export class BodyReader {
  readonly #options: BodyReaderOptions;
  readonly #decoder = new MemoizedDecoder();

  constructor(options: BodyReaderOptions) {
    this.#options = options;
  }

  read(call: InFlightCall, sent: SentBody): void {
    call.startReading();
    if (sent.encoding !== undefined || call.isBulk) void this.#readLater(call, sent);
    else this.#decode(call, sent.bytes, sent);
  }

  async #readLater(call: InFlightCall, sent: SentBody): Promise<void> {
    const { bytes, encoding } = sent;
    const { maxBodyBytes, onDamaged } = this.#options;
    const body = encoding === undefined ? bytes : await inflateBody(bytes, encoding, maxBodyBytes);
    if (call.state !== "reading") return;
    if (body === undefined) {
      onDamaged(call);
      return;
    }
    // Several large responses, decoded one right after another, would block the event loop.
    const { payer } = call;
    if (payer?.isBulk) {
      // The registry has answered in time.
      call.liftTimeout();
      await nextTurn(payer);
      if (call.state !== "reading") return;
    }
    this.#decode(call, body, sent);
  }

  #decode(call: InFlightCall, body: Buffer, sent: SentBody): void {
    // A bulk read bypasses the decoder's memory, because it would push everything else out.
    const decoded = call.isBulk
      ? decodeBody(call.restCall, body)
      : this.#decoder.decode(call.restCall, body);
    this.#options.onRead(call, { inflated: body, decoded, sent });
  }
}
