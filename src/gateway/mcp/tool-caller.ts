import type { Settings } from "../../settings.ts";
import type { Body } from "../answer/body.ts";
import { toCodes } from "../answer/format/errors.ts";
import { type HttpResponse, isWhole } from "../answer/http-response.ts";
import { readFlat } from "../answer/persisted/flat-schema.ts";
import { RefusedError } from "../answer/refusals.ts";
import type { GraphqlRequest } from "../answer/request/graphql-request.ts";
import type { Members } from "../answer/request/members.ts";
import { parseJson } from "../base/collections/raw-number.ts";
import { isJsonObject } from "../call/decode/json-values.ts";
import { codeOf, tooLarge, toResult } from "./result.ts";
import { type GraphqlAnswer, type Tool, ToolError } from "./tool.ts";

interface CallerOptions {
  readonly settings: Pick<Settings, "MCP_MAX_RESULT_BYTES">;
  readonly now: () => number;
  /** What to do about a key that is missing or refused. @default send it in a header */
  readonly keyHint?: string | undefined;
}

/** What the body of a response says. Nobody changes it. */
interface GraphqlContent extends Pick<GraphqlAnswer, "data"> {
  readonly errors?: GraphqlAnswer["errors"];
  readonly extensions?: Partial<Pick<GraphqlAnswer, "warnings">>;
}

/** Answers a GraphQL request, as one that came to `/graphql`. */
export type Answer = (request: GraphqlRequest) => Promise<HttpResponse>;

const headerHint = "Send it in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.";

/** The longest response of an operation that is not built in, in bytes. It cannot be cut, and reading it takes time. */
const maxReadBytes = 4 * 1024 * 1024;

/** The longest response that is remembered once it is read, in bytes. */
const maxSharedBytes = 64 * 1024;

const headers = { "content-type": "application/json", accept: "application/json" };
const head = { method: "POST", path: "/graphql", headers };

/** Calls tools: a call becomes a GraphQL request, and its response the tool's result. */
export class ToolCaller {
  readonly #options: CallerOptions;
  /** The last response that several requests share, because those read it in succession. */
  #shared: { readonly body: Buffer; readonly content: GraphqlContent } | undefined;

  constructor(options: CallerOptions) {
    this.#options = options;
  }

  /** Calls a tool with arguments that nobody has checked. @throws RequestCancelledError */
  async call(
    tool: Tool,
    given: unknown,
    request: GraphqlRequest,
    answer: Answer,
  ): Promise<{ readonly text: string; readonly isError: boolean }> {
    const { MCP_MAX_RESULT_BYTES: maxBytes } = this.#options.settings;
    const { rawHeaders, bearer, logEntry } = request;
    const onClose = (listener: () => void) => request.onClose(listener);
    // Whatever a call asks has its caller's key, is cancelled with it, and has one deadline.
    const own = { ...head, rawHeaders, bearer, logEntry, onClose, beganAt: this.#options.now() };
    const ask = (members: Members, maxLength?: number) =>
      this.#read(answer({ ...own, body: JSON.stringify(members) }), maxLength);
    try {
      const read = readFlat(tool.inputSchema, given);
      if (Array.isArray(read)) throw new ToolError(read.join("\n"));
      const question = await tool.toQuestion(read, ask);
      if (typeof question === "string") return { text: question, isError: false };
      const { members, fixed } = question;
      const found = await ask(members, fixed === undefined ? maxReadBytes : undefined);
      return { text: toResult(found, maxBytes, fixed), isError: false };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      logEntry.errorCodes = error.codes;
      // It may repeat what its caller sent. A character that is cut takes up to two bytes more.
      const text = Buffer.from(error.message).toString("utf8", 0, maxBytes - 2);
      return { text, isError: true };
    } finally {
      logEntry.operationName = tool.name;
    }
  }

  /** @throws ToolError if there is no data, or if the response is too large to be read. */
  async #read(
    answering: Promise<HttpResponse>,
    maxLength = Number.POSITIVE_INFINITY,
  ): Promise<GraphqlAnswer> {
    const { MCP_MAX_RESULT_BYTES: maxBytes } = this.#options.settings;
    try {
      const response = await answering;
      if (!isWhole(response)) throw new TypeError("who accepts JSON alone gets no stream");
      if (response.body.length > maxLength) throw tooLarge(response.body.length, maxBytes);
      const { data, errors = [], extensions } = this.#parse(response.body);
      if (errors.length > 0 && isEmpty(data)) throw this.#toToolError(errors);
      return { data, errors, warnings: extensions?.warnings ?? [], now: this.#options.now() };
    } catch (error) {
      throw error instanceof RefusedError ? this.#toToolError(error.errors) : error;
    }
  }

  #parse(body: Body): GraphqlContent {
    if (this.#shared?.body === body) return this.#shared.content;
    // Numbers keep the digits that the registry sent, as they do at `/graphql`.
    const content = parseJson(body.toString()) as GraphqlContent;
    if (Buffer.isBuffer(body) && body.length <= maxSharedBytes) this.#shared = { body, content };
    return content;
  }

  #toToolError(errors: RefusedError["errors"]): ToolError {
    const { keyHint = headerHint } = this.#options;
    const texts = errors.map((error) => {
      const code = codeOf(error);
      if (code !== "UNAUTHENTICATED" && code !== "FORBIDDEN") return `${code}: ${error.message}`;
      const isMissing = error.extensions?.["registryStatus"] === undefined;
      return `${code}: ${isMissing ? "This tool needs the registry's key" : error.message}. ${keyHint}`;
    });
    return new ToolError([...new Set(texts)].join("\n"), toCodes(errors));
  }
}

/** Whether nothing was found: there is no data, or only null in it. */
function isEmpty(data: unknown): boolean {
  return data == null || (isJsonObject(data) && Object.values(data).every(isEmpty));
}
