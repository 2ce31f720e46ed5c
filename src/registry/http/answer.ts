import type { Kind } from "../record.ts";

/** The formats that every operation can answer in (interface §4). */
export type Format = "json" | "xml";

/** An answer to a request. */
export interface Answer {
  readonly status: number;
  /** The pieces of a JSON body, in order; bytes are UTF-8. The server turns them into XML if the request wants that. */
  readonly body: readonly (string | Uint8Array)[];
  /** Further headers: name, value, name, value. */
  readonly headers: readonly string[];
}

/** Why a request was refused: the `code` of the error body. */
export type RefusalCode =
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

/** Refuses a request, with the error that the caller gets. The errors are ours: interface §7 shows none. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly code: RefusalCode;
  readonly headers: readonly string[];

  /** @param message never repeats what the caller sent. */
  constructor(status: number, code: RefusalCode, message: string, headers: readonly string[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** A refusal as an answer: `{"error":{"code","message"}}`. */
export function answerRefusal({ status, code, message, headers }: Refusal): Answer {
  return { status, headers, body: [JSON.stringify({ error: { code, message } })] };
}

/** A page of a list (interface §4.1, §4.3). The records' JSON texts go into it as they are. */
export function answerPage(
  kind: Kind,
  records: string | Uint8Array,
  envelope: { readonly limit: number; readonly page: number; readonly count: number },
): Answer {
  const { limit, page, count } = envelope;
  const numbers = { limit, page, count, page_count: Math.ceil(count / limit) };
  return {
    status: 200,
    headers: [],
    body: [`{"${kind}s":[`, records, `],${JSON.stringify(numbers).slice(1)}`],
  };
}

/** One record: a tag under `tag`, a terminal in an array under `terminals` (interface §4.2, §4.4). */
export function answerRecord(kind: Kind, record: string): Answer {
  const json = kind === "tag" ? `{"tag":${record}}` : `{"terminals":[${record}]}`;
  return answerJson(json);
}

/** A body that is JSON already. */
export function answerJson(json: string): Answer {
  return { status: 200, headers: [], body: [json] };
}
