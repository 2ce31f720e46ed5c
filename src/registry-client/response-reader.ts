import { joinChunks } from "./body.ts";
import {
  badResponseFailure,
  connectionFailure,
  type Failure,
  statusFailure,
  toStale,
} from "./failure.ts";
import { charsetOf, firstOf, type ResponseHeaders } from "./headers.ts";
import type { SentBody } from "./sent-body.ts";

export interface Receiver {
  startResponse(): void;
}

export type Received = { readonly sent: SentBody } | { readonly failure: Failure };

export interface ResponseRules {
  readonly maxBodyBytes: number;
  readonly badKeyStatuses: readonly number[];
  now(): number;
}

/**
 * How much of a failure's body is read and thrown away. Reading a body to its end keeps the
 * connection open. A longer body is not worth that, so its connection is closed.
 */
const maxUnwantedBytes = 64 * 1024;

interface ReusableConnection {
  isUsed: boolean;
  release(): void;
}

interface UndiciController {
  abort(reason: Error): void;
}

/**
 * Reads the response to one GET, as an undici `DispatchHandler`. It collects the body, up to a
 * maximum, and reports how the response ended.
 */
export class ResponseReader {
  connection: ReusableConnection | undefined;
  readonly #call: Receiver;
  readonly #done: (received: Received) => void;
  readonly #rules: ResponseRules;
  #controller: UndiciController | undefined;
  #isOver = false;
  #hasResponseStarted = false;
  #failure: Failure | undefined;
  #encoding: string | undefined;
  /** What the body is written in, if that is not UTF-8. */
  #charset: string | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(call: Receiver, rules: ResponseRules, done: (received: Received) => void) {
    this.#call = call;
    this.#done = done;
    this.#rules = rules;
  }

  get failure(): Failure | undefined {
    return this.#failure;
  }

  get isSent(): boolean {
    return this.#controller !== undefined;
  }

  abort(): void {
    this.#isOver = true;
    this.#controller?.abort(aborted);
  }

  onRequestStart(controller: UndiciController): void {
    this.#controller = controller;
    // It was aborted while undici still waited for a connection.
    if (this.#isOver) controller.abort(aborted);
  }

  onResponseStarted(): void {
    if (this.#isOver || this.#hasResponseStarted) return;
    this.#hasResponseStarted = true;
    this.#call.startResponse();
  }

  onResponseStart(_controller: UndiciController, status: number, headers: ResponseHeaders): void {
    if (this.#isOver || status < 200) return;
    if (status !== 200) {
      const { badKeyStatuses } = this.#rules;
      this.#failure = statusFailure(status, headers, { badKeyStatuses, now: this.#rules.now() });
    } else if (!mayBeJson(firstOf(headers["content-type"]))) {
      const isXml = xmlType.test(firstOf(headers["content-type"]));
      this.#failure = { ...badResponseFailure("the content type is not JSON", status), isXml };
    } else if (Number(headers["content-length"]) > this.#rules.maxBodyBytes) {
      this.#stop(badResponseFailure("the response is too large", status));
    }
    this.#encoding = encodingOf(headers);
    this.#charset = charsetOf(firstOf(headers["content-type"]));
    if (status === 200 && this.#charset !== undefined) this.#failure ??= this.#checkCharset();
  }

  onResponseData(_controller: UndiciController, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#bytes += chunk.length;
    if (this.#failure) {
      if (this.#bytes > maxUnwantedBytes) this.#stop(this.#failure);
    } else if (this.#bytes > this.#rules.maxBodyBytes) {
      this.#stop(badResponseFailure("the response is too large", 200));
    } else {
      this.#chunks.push(chunk);
    }
  }

  onResponseEnd(): void {
    this.connection?.release();
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.connection) this.connection.isUsed = true;
    if (this.#failure) {
      this.#done({ failure: this.#failure });
      return;
    }
    const bytes = toUtf8(joinChunks(this.#chunks), this.#charset);
    this.#done({ sent: { bytes, encoding: this.#encoding } });
  }

  onResponseError(_controller: UndiciController | null, error: Error): void {
    this.connection?.release();
    if (this.#isOver) return;
    this.#isOver = true;
    const sent = this.#hasResponseStarted ? "response-started" : "sent";
    const failure = this.#failure ?? connectionFailure(error, this.isSent ? sent : "unsent");
    const isStale = this.connection?.isUsed && !this.#hasResponseStarted;
    this.#done({ failure: isStale ? toStale(failure) : failure });
  }

  #checkCharset(): Failure | undefined {
    const charset = this.#charset ?? "";
    if (this.#encoding === undefined && isDecodable(charset)) return undefined;
    return badResponseFailure(
      `its charset ${JSON.stringify(charset.slice(0, 40))} cannot be read`,
      200,
    );
  }

  #stop(failure: Failure): void {
    this.abort();
    this.#done({ failure });
  }
}

/** One error for all aborted calls: undici hands it back to us, and nobody else sees it. */
const aborted = new Error("aborted");

/**
 * Whether a body of this content type may be JSON. A missing type counts as JSON, the documented
 * default (interface §4). So do the types of text, scripts and unknown bytes, because some servers
 * send JSON under them. The body decides.
 */
function mayBeJson(type: string): boolean {
  if (type === "" || type === "application/json") return true;
  return /^[\w.+-]+\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type) || misusedType.test(type);
}

const xmlType = /^[\w.+-]+\/(?:[\w.+-]+\+)?xml\s*(?:;|$)/i;

const misusedType =
  /^(?:text\/(?:html|plain|javascript)|application\/(?:javascript|octet-stream))\s*(?:;|$)/i;

function encodingOf(headers: ResponseHeaders): string | undefined {
  const encoding = firstOf(headers["content-encoding"]).toLowerCase();
  return encoding === "identity" || encoding === "" ? undefined : encoding;
}

function toUtf8(bytes: Buffer, charset: string | undefined): Buffer {
  return charset === undefined ? bytes : Buffer.from(new TextDecoder(charset).decode(bytes));
}

function isDecodable(charset: string): boolean {
  try {
    return new TextDecoder(charset) !== null;
  } catch {
    return false;
  }
}
