import { toCodes } from "../gateway/answer/errors.ts";
import type { Members } from "../gateway/answer/read-request.ts";
import { RefusedError } from "../gateway/answer/refusals.ts";
import type { GraphqlResponse } from "../gateway/answer/responses.ts";
import { parseJson } from "../gateway/base/collections/raw-number.ts";
import { isJsonObject, type JsonObject } from "../registry-client/json-values.ts";
import { readFlat } from "./flat-schema.ts";
import { codeOf, tooLarge, toResult } from "./result.ts";
import { type Ask, type GraphqlAnswer, type Tool, ToolError } from "./tool.ts";

export interface CallOptions {
  readonly maxBytes: number;
  readonly now: () => number;
  /** What to do about a key that is missing or refused. @default to send it in a header */
  readonly keyHint?: string | undefined;
}

const headerHint = "Send it in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.";

/** Of an operation that is not built in. It cannot be cut, and reading it takes time. */
const maxReadBytes = 4 * 1024 * 1024;

/**
 * Calls a tool with arguments that nobody has checked. A mistake or a failure that its caller
 * should read about is a result too, with the codes of its errors.
 * @param answer answers a GraphQL request of the caller, as one that came to `/graphql`.
 */
export async function callTool(
  tool: Tool,
  given: unknown,
  answer: (members: Members) => Promise<GraphqlResponse>,
  options: CallOptions,
): Promise<{ readonly text: string; readonly codes?: readonly string[] }> {
  const { maxBytes, now } = options;
  const ask: Ask = async (members) => {
    try {
      return readAnswer(await answer(members), members, options);
    } catch (error) {
      throw error instanceof RefusedError ? toToolError(error.errors, options) : error;
    }
  };
  try {
    const read = readFlat(tool.inputSchema, given);
    if (Array.isArray(read)) throw new ToolError(read.join("\n"));
    const question = await tool.toQuestion(read, ask);
    if (typeof question === "string") return { text: question };
    const found = await ask(question.members);
    return { text: toResult(found, maxBytes, now(), question.fixed) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    // It may repeat what its caller sent. A character that is cut takes up to two bytes more.
    const text = Buffer.from(error.message).toString("utf8", 0, maxBytes - 2);
    return { text, codes: error.codes };
  }
}

function readAnswer(
  response: GraphqlResponse,
  members: Members,
  options: CallOptions,
): GraphqlAnswer {
  const { length } = response.body;
  if ("query" in members && length > maxReadBytes) throw tooLarge(length, options.maxBytes);
  // Numbers keep the digits that the registry sent, as they do at `/graphql`.
  const content = parseJson(response.body.toString()) as {
    readonly data?: JsonObject;
    readonly errors?: GraphqlAnswer["errors"];
    readonly extensions?: Partial<Pick<GraphqlAnswer, "warnings">>;
  };
  const { data = {}, errors = [], extensions } = content;
  if (errors.length > 0 && isEmpty(data)) throw toToolError(errors, options);
  return { data, errors, warnings: extensions?.warnings ?? [] };
}

function toToolError(errors: GraphqlAnswer["errors"], { keyHint }: CallOptions): ToolError {
  const texts = errors.map((error) => {
    const code = codeOf(error);
    if (code !== "UNAUTHENTICATED" && code !== "FORBIDDEN") return `${code}: ${error.message}`;
    const isMissing = error.extensions?.["registryStatus"] === undefined;
    if (!isMissing) return `${code}: ${error.message}. ${keyHint ?? headerHint}`;
    const missing = error.message.replace("This field", "This tool");
    return `${code}: ${keyHint === undefined ? missing : `This tool needs the registry's key. ${keyHint}`}`;
  });
  return new ToolError([...new Set(texts)].join("\n"), toCodes(errors));
}

function isEmpty(data: unknown): boolean {
  return data == null || (isJsonObject(data) && Object.values(data).every(isEmpty));
}
