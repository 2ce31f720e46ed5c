import type { Kind } from "./record.ts";

/** The forms that every operation can answer in (interface §4). */
export type Form = "json" | "xml";

/** What the registry answers a request with. */
export interface Answer {
  readonly status: number;
  /** The body as JSON text in UTF-8, in pieces that follow each other. */
  readonly json: readonly Uint8Array[];
  readonly headers?: Readonly<Record<string, string>>;
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

/** A request that is refused, with the status and the sentence that its caller gets (interface §7 shows none: ours). */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly code: RefusalCode;
  readonly headers: Readonly<Record<string, string>>;

  /** The message never repeats what the caller sent. */
  constructor(
    status: number,
    code: RefusalCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** A refusal as an answer: `{"error":{"code","message"}}`. */
export function answerRefusal({ status, code, message, headers }: Refusal): Answer {
  return { status, headers, json: [encode(JSON.stringify({ error: { code, message } }))] };
}

/** A page of a list (interface §4.1, §4.3) around the records' own JSON texts, which are not copied. */
export function answerPage(
  kind: Kind,
  records: Uint8Array,
  envelope: { readonly limit: number; readonly page: number; readonly count: number },
): Answer {
  const { limit, page, count } = envelope;
  const numbers = { limit, page, count, page_count: Math.ceil(count / limit) };
  return {
    status: 200,
    json: [opening[kind].list, records, encode(`],${JSON.stringify(numbers).slice(1)}`)],
  };
}

/** One record: a tag under `tag`, a terminal in an array under `terminals` (interface §4.2, §4.4). */
export function answerRecord(kind: Kind, record: Uint8Array): Answer {
  return { status: 200, json: [opening[kind].record, record, closing[kind]] };
}

/** A body that is ready as it is. */
export function answerJson(json: Uint8Array): Answer {
  return { status: 200, json: [json] };
}

const opening = {
  tag: { list: encode('{"tags":['), record: encode('{"tag":') },
  terminal: { list: encode('{"terminals":['), record: encode('{"terminals":[') },
} as const;

const closing = { tag: encode("}"), terminal: encode("]}") } as const;

function encode(text: string): Uint8Array {
  return Buffer.from(text);
}
