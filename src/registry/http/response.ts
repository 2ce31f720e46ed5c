import type { RecordKind } from "../record.ts";

/** The formats of every operation's response (interface §4). */
export type Format = "json" | "xml";

export interface RestResponse {
  readonly status: number;
  readonly body: readonly (string | Uint8Array)[];
  readonly headers: readonly string[];
}

type HttpErrorCode =
  | "bad_request"
  | "unknown_path"
  | "wrong_method"
  | "bad_type"
  | "missing_key"
  | "unknown_key"
  | "bad_limit"
  | "bad_page"
  | "unknown_tag"
  | "unknown_terminal"
  | "unknown_structure"
  | "made_to_fail"
  | "unavailable";

/** An error that the caller gets as the response. The errors are ours: interface §7 shows none. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  readonly code: HttpErrorCode;
  readonly headers: readonly string[];

  /** @param message never repeats what the caller sent. */
  constructor(
    status: number,
    code: HttpErrorCode,
    message: string,
    headers: readonly string[] = [],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export function toErrorResponse({ status, code, message, headers }: HttpError): RestResponse {
  return { status, headers, body: [JSON.stringify({ error: { code, message } })] };
}

/** The response with a page of a list (interface §4.1, §4.3). The records' JSON goes into it unchanged. */
export function toPageResponse(
  kind: RecordKind,
  records: string | Uint8Array,
  envelope: { readonly limit: number; readonly page: number; readonly count: number },
): RestResponse {
  const { limit, page, count } = envelope;
  const numbers = { limit, page, count, page_count: Math.ceil(count / limit) };
  return {
    status: 200,
    headers: [],
    body: [`{"${kind}s":[`, records, `],${JSON.stringify(numbers).slice(1)}`],
  };
}

/** The response with one record: a tag under `tag`, a terminal in an array under `terminals` (interface §4.2, §4.4). */
export function toRecordResponse(kind: RecordKind, record: string): RestResponse {
  const json = kind === "tag" ? `{"tag":${record}}` : `{"terminals":[${record}]}`;
  return toJsonResponse(json);
}

export function toJsonResponse(json: string): RestResponse {
  return { status: 200, headers: [], body: [json] };
}
