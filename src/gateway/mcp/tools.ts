import { createHash } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import type { LinkSetting } from "../../setting-parsers.ts";
import type { Settings } from "../../settings.ts";
import { toCodes } from "../answer/format/errors.ts";
import { type HttpResponse, isWhole } from "../answer/http-response.ts";
import { RefusedError } from "../answer/refusals.ts";
import type { GraphqlRequest } from "../answer/request/graphql-request.ts";
import type { Members } from "../answer/request/members.ts";
import { isJsonObject } from "../call/decode/json-values.ts";
import { createBuiltInTools, readDocuments } from "./built-in.ts";
import { createRegisteredTools, createSchemaTool, graphqlTool } from "./query-tools.ts";
import { codeOf, tooLarge, toResult } from "./result.ts";
import { checkArguments, type GraphqlAnswer, type Tool, ToolError } from "./tool.ts";

export interface ToolsOptions {
  readonly settings: Pick<
    Settings,
    "MCP_TOOLS" | "MCP_QUERY" | "MCP_MAX_RESULT_BYTES" | "INTROSPECTION"
  >;
  readonly schema: GraphQLSchema;
  readonly links: readonly LinkSetting[];
  /** The registered documents. */
  readonly registered: Iterable<string>;
  /** Is told why a registered query is no tool. */
  readonly refuse: (reason: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What to do about a key that is missing or refused. @default send it in a header */
  readonly keyHint?: string | undefined;
}

/** Answers a GraphQL request, as one that came to `/graphql`. */
export type Answer = (request: GraphqlRequest) => Promise<HttpResponse>;

/** Two tools have the same name. */
export class DuplicateToolError extends Error {
  override readonly name = "DuplicateToolError";
}

const headerHint = "Send it in a header: `X-API-Key: <key>` or `Authorization: Bearer <key>`.";

/** The longest response that is read, in bytes: results are much shorter, and reading takes time. */
const maxReadBytes = 4 * 1024 * 1024;

const graphqlHeaders = { "content-type": "application/json", accept: "application/json" };

/** The tools that programs can call: a call becomes a GraphQL request, and its response the tool's result. */
export class Tools {
  /** In the order in which they are listed. */
  readonly all: readonly Tool[];
  /** The documents of the built-in tools, by SHA-256. They count as registered. */
  readonly documents: ReadonlyMap<string, string>;
  readonly #options: ToolsOptions;

  /** @throws DuplicateToolError */
  constructor(options: ToolsOptions) {
    const { settings, schema, links, registered, refuse } = options;
    const { MCP_TOOLS: served, MCP_QUERY: takesQueries, INTROSPECTION: isPublic } = settings;
    const documents = served === "registered" ? new Map<string, string>() : readDocuments();
    this.#options = options;
    this.all = [
      ...(served === "registered" ? [] : createBuiltInTools(documents, links)),
      ...(served === "builtin" ? [] : createRegisteredTools(registered, schema, refuse)),
      ...(takesQueries ? [graphqlTool] : []),
      ...(takesQueries && isPublic ? [createSchemaTool(schema)] : []),
    ];
    checkNames(this.all);
    const hash = (text: string) => createHash("sha256").update(text).digest("hex");
    this.documents = new Map([...documents.values()].map((text) => [hash(text), text]));
  }

  /**
   * Calls a tool with arguments that nobody has checked.
   * @throws RequestCancelledError
   */
  async call(tool: Tool, given: unknown, asking: Asking): Promise<ToolOutcome> {
    const { MCP_MAX_RESULT_BYTES: maxBytes } = this.#options.settings;
    const ask = (members: Members) => this.#ask(members, asking);
    try {
      const asked = await tool.ask(checkArguments(tool.inputSchema, given), { ask });
      if (typeof asked === "string") return { text: asked, isError: false };
      const { members, fixed } = asked;
      return { text: toResult(await ask(members), maxBytes, fixed), isError: false };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      asking.request.logEntry.errorCodes = error.codes;
      return { text: error.message, isError: true };
    }
  }

  /**
   * Sends a GraphQL request in the place of its caller: with the same key, and cancelled with it.
   * @throws ToolError if there is no data.
   */
  async #ask(members: Members, { request, answer }: Asking): Promise<GraphqlAnswer> {
    const { MCP_MAX_RESULT_BYTES: maxBytes } = this.#options.settings;
    const { rawHeaders, bearer, logEntry } = request;
    const onClose = (listener: () => void) => request.onClose(listener);
    const sent = { method: "POST", path: "/graphql", headers: graphqlHeaders, rawHeaders };
    const body = JSON.stringify(members);
    try {
      const response = await answer({ ...sent, bearer, logEntry, body, onClose });
      if (!isWhole(response)) throw new TypeError("who accepts JSON alone gets no stream");
      const { body: answered } = response;
      if (answered.length > maxReadBytes) throw tooLarge(answered.length, maxBytes);
      const { data, errors = [], extensions } = JSON.parse(answered.toString());
      if (errors.length > 0 && isEmpty(data)) throw this.#toToolError(errors);
      const warnings = extensions?.warnings ?? [];
      return { data, errors, warnings, now: this.#options.now() };
    } catch (error) {
      throw error instanceof RefusedError ? this.#toToolError(error.errors) : error;
    }
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

/** What a call of a tool leads to. */
export interface ToolOutcome {
  readonly text: string;
  readonly isError: boolean;
}

/** Who calls, and what answers in GraphQL. */
export interface Asking {
  readonly request: GraphqlRequest;
  readonly answer: Answer;
}

/** Whether nothing was found: there is no data, or only null in it. */
function isEmpty(data: unknown): boolean {
  return data == null || (isJsonObject(data) && Object.values(data).every(isEmpty));
}

function checkNames(tools: readonly Tool[]): void {
  const seen = new Map<string, Tool>();
  for (const tool of tools) {
    const other = seen.get(tool.name);
    if (other !== undefined) {
      const both = [other, tool]
        .map(({ description }) => JSON.stringify(description))
        .join(" and ");
      throw new DuplicateToolError(`two tools have the name ${tool.name}: ${both}`);
    }
    seen.set(tool.name, tool);
  }
}
