import { joinChunks } from "./body.ts";
import {
  badResponse,
  connectionFailure,
  type Failure,
  type Headers,
  statusFailure,
  toStale,
} from "./failure.ts";

/** Hears of exchanges, each named by its subject: `begin` at most once, then exactly one of the others. */
export interface ResponseListener<Call> {
  /** The first bytes of the answer are here. */
  begin(subject: Call): void;
  /** The body of a 200 is here in full, as it was sent. */
  succeed(subject: Call, body: Buffer, encoding: string | undefined): void;
  fail(subject: Call, failure: Failure): void;
}

/** What all exchanges have in common. */
export interface ResponseRules {
  readonly maxBodyBytes: number;
  readonly badKeyStatuses: readonly number[];
  /** Milliseconds since 1970. */
  now(): number;
}

/** As much of the body of a failure is read to keep the connection; a longer one costs the connection. */
const MAX_UNWANTED_BYTES = 64 * 1024;

/** A connection that carries exchanges one after the other. */
export interface ReusableConnection {
  /** Whether one of them has ended on it: then it may have been closed while it was idle. */
  isUsed: boolean;
}

/** undici's hold on a request under way. */
interface Controller {
  abort(reason: Error): void;
}

/**
 * One GET on the wire, as undici reports it: an undici `DispatchHandler`. It gathers the body within its bound and
 * says how the response ended.
 */
export class ResponseReader<Call> {
  /** What carries it; undefined: nothing that carries more than one. */
  connection: ReusableConnection | undefined;
  readonly #subject: Call;
  readonly #listener: ResponseListener<Call>;
  readonly #rules: ResponseRules;
  #controller: Controller | undefined;
  #isOver = false;
  #hasBegun = false;
  /** Set when the status or the headers already say that the body is of no use. */
  #failure: Failure | undefined;
  #encoding: string | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(subject: Call, listener: ResponseListener<Call>, rules: ResponseRules) {
    this.#subject = subject;
    this.#listener = listener;
    this.#rules = rules;
  }

  /** How it has failed, when that is known before the body has ended. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** Cuts it off: the listener hears nothing more, the registry sees its connection closed. */
  abort(): void {
    this.#isOver = true;
    this.#controller?.abort(aborted);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    // Given up while undici still waited for a connection.
    if (this.#isOver) controller.abort(aborted);
  }

  onResponseStarted(): void {
    if (this.#isOver || this.#hasBegun) return;
    this.#hasBegun = true;
    this.#listener.begin(this.#subject);
  }

  onResponseStart(_controller: Controller, status: number, headers: Headers): void {
    if (this.#isOver || status < 200) return;
    if (status !== 200) {
      const { badKeyStatuses } = this.#rules;
      this.#failure = statusFailure(status, headers, { badKeyStatuses, now: this.#rules.now() });
    } else if (!mayBeJson(headers["content-type"])) {
      const isXml = namesXml.test(String(headers["content-type"]));
      this.#failure = { ...badResponse("the content type is not JSON", status), isXml };
    } else if (Number(headers["content-length"]) > this.#rules.maxBodyBytes) {
      this.#stop(badResponse("the answer is too large", status));
    }
    this.#encoding = encodingOf(headers);
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#bytes += chunk.length;
    if (this.#failure) {
      if (this.#bytes > MAX_UNWANTED_BYTES) this.#stop(this.#failure);
    } else if (this.#bytes > this.#rules.maxBodyBytes) {
      this.#stop(badResponse("the answer is too large", 200));
    } else {
      this.#chunks.push(chunk);
    }
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.connection) this.connection.isUsed = true;
    if (this.#failure) this.#listener.fail(this.#subject, this.#failure);
    else this.#listener.succeed(this.#subject, joinChunks(this.#chunks), this.#encoding);
  }

  onResponseError(_controller: Controller | null, error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const failure = this.#failure ?? connectionFailure(error, this.#hasBegun);
    const isStale = this.connection?.isUsed && !this.#hasBegun;
    this.#listener.fail(this.#subject, isStale ? toStale(failure) : failure);
  }

  #stop(failure: Failure): void {
    this.abort();
    this.#listener.fail(this.#subject, failure);
  }
}

/** One for all: undici hands it back to us, and nobody sees it. */
const aborted = new Error("aborted");

/**
 * A registry that names no type is taken at its word that it answers JSON (interface §4). Types of text may be what a server
 * says that was not told: the body tells.
 */
function mayBeJson(contentType: Headers[string]): boolean {
  if (contentType === undefined || contentType === "application/json") return true;
  const type = String(contentType).trim();
  return /^[\w.+-]+\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type) || isText.test(type);
}

const namesXml = /^[\w.+-]+\/(?:[\w.+-]+\+)?xml\s*(?:;|$)/i;

const isText =
  /^(?:text\/(?:html|plain|javascript)|application\/(?:javascript|octet-stream))\s*(?:;|$)/i;

function encodingOf(headers: Headers): string | undefined {
  const encoding = headers["content-encoding"];
  if (encoding === undefined || encoding === "identity" || encoding === "") return undefined;
  return String(encoding);
}
