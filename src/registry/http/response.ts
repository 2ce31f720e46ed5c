export interface RestResponse {
  readonly status: number;
  readonly body: string;
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
  readonly response: RestResponse;

  /** @param message never repeats what the caller sent. */
  constructor(
    status: number,
    code: HttpErrorCode,
    message: string,
    headers: readonly string[] = [],
  ) {
    super(message);
    this.response = { status, headers, body: JSON.stringify({ error: { code, message } }) };
  }
}

export function toOk(body: string): RestResponse {
  return { status: 200, headers: [], body };
}
