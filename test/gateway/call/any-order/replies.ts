import { gzipSync } from "node:zlib";
import type { RegistryErrorCode } from "../../../../src/gateway/base/errors.ts";

/** A reply of the registry, to whatever is asked. */
export interface Reply {
  /** Undefined if the connection is cut, or what comes is not HTTP, before there is a status. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body that ends the reply; undefined if the connection is cut before. */
  readonly body?: (text: string) => Buffer;
  /** The code of the error with which undici reports the end. */
  readonly error?: string;
  /** The code of the failure that the attempt ends with; undefined if it succeeds. */
  readonly code?: RegistryErrorCode;
  /** Whether it counts as a failure of the registry itself. */
  readonly isDown?: boolean;
}

/** Larger than the maximum that the calls are given. */
export const maxBodyBytes = 2_000;

const json = { "content-type": "application/json" };
const html = { "content-type": "text/html" };
const plain = () => Buffer.from("no JSON");
const badResponse = { code: "REGISTRY_BAD_RESPONSE" } as const;
const unavailable = { code: "REGISTRY_UNAVAILABLE", isDown: true } as const;
const limited = { status: 429, body: plain, code: "REGISTRY_RATE_LIMITED" } as const;

export const replies = {
  good: { status: 200, headers: json, body: (text) => Buffer.from(text) },
  zipped: {
    status: 200,
    headers: { ...json, "content-encoding": "gzip" },
    body: (text) => gzipSync(text),
  },
  damaged: {
    status: 200,
    headers: { ...json, "content-encoding": "gzip" },
    body: plain,
    ...badResponse,
  },
  undocumented: { status: 200, headers: json, body: () => Buffer.from("[]"), ...badResponse },
  xmlType: {
    status: 200,
    headers: { "content-type": "application/xml" },
    body: () => Buffer.from("<tag/>"),
    ...badResponse,
  },
  xmlBody: { status: 200, headers: json, body: () => Buffer.from("<tag/>"), ...badResponse },
  page: { status: 200, headers: html, body: () => Buffer.from("<html>"), ...badResponse },
  large: {
    status: 200,
    headers: { ...json, "content-length": `${maxBodyBytes + 1}` },
    body: plain,
    ...badResponse,
  },
  endless: {
    status: 200,
    headers: json,
    body: () => Buffer.alloc(maxBodyBytes + 1),
    ...badResponse,
  },
  absent: { status: 404, body: plain, ...badResponse },
  refused: { status: 401, body: plain, code: "UNAUTHENTICATED" },
  forbidden: { status: 403, body: plain, code: "FORBIDDEN" },
  limited,
  limitedForNow: { ...limited, headers: { "retry-after": "1" } },
  broken: { status: 500, body: plain, ...unavailable },
  busy: { status: 503, body: plain, ...unavailable },
  busyForNow: { status: 503, headers: { "retry-after": "1" }, body: plain, ...unavailable },
  moved: { status: 302, headers: { location: "/moved{path}" }, body: plain, ...badResponse },
  movedAway: {
    status: 302,
    headers: { location: "http://elsewhere.example/moved{path}" },
    body: plain,
    ...badResponse,
  },
  reset: { error: "ECONNRESET", ...unavailable },
  cutOff: { status: 200, headers: json, error: "UND_ERR_SOCKET", ...unavailable },
  noHttp: { error: "HPE", ...badResponse },
} satisfies Readonly<Record<string, Reply>>;

export type ReplyName = keyof typeof replies;
export const replyNames = Object.keys(replies) as ReplyName[];
