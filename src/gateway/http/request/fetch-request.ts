import { keyNames } from "../../keys/key.ts";
import {
  BodyBrokenError,
  BodyTooLargeError,
  HttpRequest,
  maxBodyBytes,
  RequestCancelledError,
} from "./http-request.ts";

export class FetchRequest extends HttpRequest {
  readonly connection = undefined;
  readonly host: string;
  /** The other server waits for its readers. */
  readonly unreadBytes = 0;
  readonly takenBytes = 0;
  readonly #webRequest: Request;
  readonly seesBreaks = true;
  isClosed = false;
  #status: number | undefined;

  constructor(webRequest: Request) {
    const { pathname, search, host } = new URL(webRequest.url);
    const entries = [...webRequest.headers];
    super({
      method: webRequest.method,
      path: pathname + search,
      headers: Object.fromEntries(entries),
      rawHeaders: entries.flatMap(toRawHeaders),
    });
    this.host = host;
    this.#webRequest = webRequest;
    const { signal } = webRequest;
    if (signal.aborted) this.close();
    else signal.addEventListener("abort", () => this.close(), { once: true });
  }

  get status(): number | undefined {
    return this.#status ?? (this.eventCount === undefined ? undefined : 200);
  }

  async readBody(): Promise<string> {
    const { body, bodyUsed, signal } = this.#webRequest;
    if (bodyUsed) throw new TypeError("the request's body was read before");
    const reader = body?.getReader();
    // The body of a caller who has cancelled may never end.
    this.onClose({ leave: () => void reader?.cancel().catch(() => {}) });
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
        length += chunk.value.length;
        if (length > maxBodyBytes) throw new BodyTooLargeError();
        chunks.push(chunk.value);
      }
    } catch (error) {
      void reader?.cancel().catch(() => {});
      if (error instanceof BodyTooLargeError) throw error;
      throw signal.aborted ? new RequestCancelledError() : new BodyBrokenError();
    }
    if (signal.aborted) throw new RequestCancelledError();
    return Buffer.concat(chunks).toString("utf8");
  }

  /** Does nothing, because nothing of a body is kept before it is read. */
  override ignoreBody(): void {}

  /** Does nothing, because the connection belongs to the other server. */
  override closeAfterResponse(): void {}

  override close(status?: number): void {
    this.#status ??= status;
    if (this.isClosed) return;
    this.isClosed = true;
    this.end();
  }
}

/**
 * A header's name and value. `Headers` has joined the values of a repeated header. If the header
 * carries a key, they are split again, so that a repeated key is refused.
 */
function toRawHeaders([name, value]: readonly [string, string]): readonly string[] {
  return keyNames.has(name) ? value.split(", ").flatMap((part) => [name, part]) : [name, value];
}
