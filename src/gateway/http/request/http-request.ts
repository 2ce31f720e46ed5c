import type { Socket } from "node:net";
import {
  type Accepted,
  type Asked,
  type FileOutcome,
  type GraphqlRequest,
  jsonType,
  type Leavable,
} from "../../answer/request.ts";
import type { DenseSetMember } from "../../base/collections/dense-set.ts";
import type { RequestBudget } from "../../call/request-budget.ts";
import { type Identity, readSentKey, type SentKey, secretsOf } from "../../keys/key.ts";
import type { RequestHead } from "../../keys/request-head.ts";
import type { Bearer, BearerRefusal, FoundKey } from "../../keys/token.ts";
import type { Address } from "../addresses/address.ts";
import { readAccepted } from "../response/accept.ts";
import type { HttpResponseHeaders } from "../response/http-response.ts";

/**
 * A request with the state of its response, whichever server received it: the one record of both,
 * from the headers to the line in the log. The rest of the gateway sees nothing else of either.
 */
export abstract class HttpRequest implements GraphqlRequest, DenseSetMember {
  readonly method: string;
  readonly path: string;
  readonly headers: RequestHead["headers"];
  readonly rawHeaders: readonly string[];
  accepted: Accepted;
  readonly wantsCost: boolean;
  readonly hasReadBody: boolean;
  body = "";
  /** Undefined if it asks for what it says itself. */
  asked: Asked | undefined;
  /** The address that it came to, if it is one. */
  address: Address | undefined;
  readonly startedAt = performance.now();
  requestId = "";
  /** What was sent as a key, and the key: the same, unless it was found by what was sent. */
  readonly sentKey: SentKey;
  key: string | null;
  keyMistake: string | undefined;
  /** What was sent as keys, valid or not, and the key found by it. None may be logged. */
  secrets: readonly string[];
  bearer: Bearer | undefined;
  identity: Identity | null = null;
  beganAt: number | undefined;
  isGraphql = false;
  operationName: string | undefined;
  errorCodes: readonly string[] = none;
  budget: RequestBudget | undefined;
  earlierBudget: RequestBudget | undefined;
  wasDocumentRemembered: boolean | undefined;
  eventCount: number | undefined;
  file: FileOutcome | undefined;
  token: string | undefined;
  tokenRefused: BearerRefusal | undefined;
  denseIndex = -1;
  vary = "accept-encoding";
  addedHeaders: HttpResponseHeaders = noHeaders;
  underWay: { end(request: HttpRequest): void } | undefined;
  unread: { remove(request: HttpRequest): void } | undefined;
  onBodyPart: ((bytes: number) => void) | undefined;
  #left: Leavable[] | undefined;

  constructor({ method, path, headers, rawHeaders }: RequestHead) {
    this.method = method;
    this.path = path;
    this.headers = headers;
    this.rawHeaders = rawHeaders;
    this.accepted = readAccepted(String(headers["accept"] ?? ""));
    this.wantsCost = headers["x-tapgraph-explain"] === "1";
    this.hasReadBody = method === "POST" && jsonType.test(String(headers["content-type"] ?? ""));
    this.sentKey = readSentKey(rawHeaders);
    this.key = this.sentKey.key;
    this.keyMistake = this.sentKey.mistake;
    this.secrets = this.sentKey.secrets;
  }

  /**
   * The status of the response that was sent; undefined if the caller cancelled before the whole
   * response was sent. A stream always has a status, because a caller ends it by cancelling.
   */
  abstract readonly status: number | undefined;

  abstract readonly host: string | undefined;

  abstract readonly unreadBytes: number;

  /** Of all that its connection has carried. */
  abstract readonly takenBytes: number;

  /** Undefined if another program's server received the request. */
  abstract readonly connection: Socket | undefined;

  abstract readonly isClosed: boolean;

  /** Whether its caller can tell a response that breaks from one that ends. */
  abstract readonly seesBreaks: boolean;

  /**
   * Reads the body as text. Call it once.
   * @throws BodyTooLargeError if it is larger than `maxBodyBytes`.
   * @throws BodyBrokenError if it cannot be read to its end, although the caller has not cancelled.
   * @throws RequestCancelledError if the caller cancels before all of it has arrived.
   */
  abstract readBody(): Promise<string>;

  /** Drops the body, including what has not arrived yet. */
  abstract ignoreBody(): void;

  abstract closeAfterResponse(): void;

  abstract close(): void;

  /** Puts the key that was found in place of what was sent, which stays a secret. */
  takeKey({ key, bearer, refused }: FoundKey): void {
    this.key = key;
    this.keyMistake = undefined;
    this.secrets = [...this.sentKey.secrets, ...secretsOf(key)];
    this.bearer = bearer;
    this.token = bearer?.token ?? refused?.token;
    this.tokenRefused = refused?.reason;
  }

  onClose(left: Leavable): void {
    if (this.isClosed) left.leave();
    else if (this.#left === undefined) this.#left = [left];
    else this.#left.push(left);
  }

  protected end(): void {
    this.underWay?.end(this);
    for (const left of this.#left ?? []) left.leave();
  }
}

const none: readonly string[] = [];

const noHeaders: HttpResponseHeaders = {};

export const maxBodyBytes = 1024 * 1024;

export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}

export class BodyBrokenError extends Error {
  override readonly name = "BodyBrokenError";
}

export class RequestCancelledError extends Error {
  override readonly name = "RequestCancelledError";
}
