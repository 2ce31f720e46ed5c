import { CallerLeftError } from "../../answer/caller-left.ts";
import { isKeyName } from "../../answer/key/key.ts";
import {
  BodyBrokenError,
  BodyTooLargeError,
  Exchange,
  maxBodyBytes,
} from "../exchange/exchange.ts";

/** A `Request` of the fetch API, which a server other than the gateway's own has received. */
export class FetchExchange extends Exchange {
  readonly connection = undefined;
  /** The other server waits for its readers. */
  readonly unreadBytes = 0;
  readonly #request: Request;
  readonly #ended = new AbortController();
  #status: number | undefined;

  constructor(request: Request) {
    const { pathname, search } = new URL(request.url);
    const entries = [...request.headers];
    super({
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(entries),
      rawHeaders: entries.flatMap(toRawHeaders),
    });
    this.#request = request;
    const { signal } = request;
    if (signal.aborted) this.cutOff();
    else signal.addEventListener("abort", () => this.cutOff(), { once: true });
  }

  get status(): number | undefined {
    return this.#status ?? (this.logEntry.eventCount === undefined ? undefined : 200);
  }

  async readBody(): Promise<string> {
    const { body, bodyUsed, signal } = this.#request;
    if (bodyUsed || body?.locked) throw new TypeError("the request's body was read before");
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of body ?? []) {
        length += chunk.length;
        if (length > maxBodyBytes) throw new BodyTooLargeError();
        chunks.push(chunk);
      }
    } catch (error) {
      if (error instanceof BodyTooLargeError) throw error;
      throw signal.aborted ? new CallerLeftError() : new BodyBrokenError();
    }
    return Buffer.concat(chunks).toString("utf8");
  }

  onLeave(listener: () => void): void {
    const { signal } = this.#ended;
    if (signal.aborted) listener();
    else signal.addEventListener("abort", listener, { once: true });
  }

  /** Call it when the response has been handed over, or when the reader of its stream has left. */
  end(status: number): void {
    this.#status ??= status;
    this.#ended.abort();
  }

  /** Does nothing, because the connection belongs to the other server. */
  endConnection(): void {}

  cutOff(): void {
    this.#ended.abort();
  }
}

/**
 * A header's name and value. `Headers` has joined the values of a repeated header. If the header carries a key, they are split again, so
 * that a repeated key is refused.
 */
function toRawHeaders([name, value]: readonly [string, string]): readonly string[] {
  return isKeyName(name) ? value.split(", ").flatMap((part) => [name, part]) : [name, value];
}
