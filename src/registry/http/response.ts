import type { RecordKind } from "../record.ts";

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

export function toRecordResponse(kind: RecordKind, record: string): RestResponse {
  const json = kind === "tag" ? `{"tag":${record}}` : `{"terminals":[${record}]}`;
  return toJsonResponse(json);
}

export function toJsonResponse(json: string): RestResponse {
  return { status: 200, headers: [], body: [json] };
}
