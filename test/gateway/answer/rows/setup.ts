import { once } from "node:events";
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { type GatewayOptions, startGateway } from "../../../support/gateway.ts";
import { readMetrics } from "../../../support/metrics.ts";
import type { ScriptedRegistry } from "../../../support/scripted-registry.ts";
import { until } from "../../../support/upstream.ts";

type Line = Readonly<Record<string, unknown>>;

/** What came of a file: all of it, or what had arrived when its connection broke. */
export interface Download {
  /** Undefined if the connection broke before there was one. */
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly isWhole: boolean;
}

export interface Question {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

export interface AskOptions {
  /** @default "application/x-ndjson" */
  readonly accept?: string;
  readonly method?: "POST" | "GET" | "HEAD";
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
}

export interface FileGateway extends AsyncDisposable {
  readonly url: string;
  /** The log so far. */
  readonly lines: Line[];
  open(question: Question, options?: AskOptions): Promise<IncomingMessage>;
  download(question: Question, options?: AskOptions): Promise<Download>;
  /** The line of the only request, as soon as there is one. */
  logged(): Promise<Line>;
  metrics(pattern: RegExp): Promise<readonly string[]>;
  /** Resolves when nothing is left of any request. */
  untilIdle(): Promise<void>;
  stop(): Promise<void>;
}

export async function startFiles(
  registry: Pick<ScriptedRegistry, "url" | "key"> & { readonly links?: string },
  options: Pick<GatewayOptions, "settings" | "clock"> = {},
): Promise<FileGateway> {
  const lines: Line[] = [];
  const write = (fields: object, message: string) => void lines.push({ ...fields, message });
  const log = { debug() {}, info: write, warn: write, error: write };
  const { url: registryUrl, key, links = "" } = registry;
  const gateway = await startGateway({ registryUrl, key, links, log, ...options });
  const open = async (
    { query, variables = {} }: Question,
    { accept = "application/x-ndjson", method = "POST", headers, agent }: AskOptions = {},
  ) => {
    const search = new URLSearchParams({ query, variables: JSON.stringify(variables) });
    const target = method === "POST" ? "/graphql" : `/graphql?${search}`;
    const json = method === "POST" && { "content-type": "application/json" };
    const sent = request(`${gateway.url}${target}`, {
      method,
      headers: { accept, ...json, "x-api-key": registry.key, ...headers },
      agent: agent ?? false,
    });
    sent.end(method === "POST" ? JSON.stringify({ query, variables }) : undefined);
    const [response] = await once(sent, "response");
    return response as IncomingMessage;
  };
  const metrics = async (pattern: RegExp) => {
    const all = [...(await readMetrics(gateway.url))].map((one) => one.join(" "));
    return all.filter((line) => pattern.test(line));
  };
  return {
    url: gateway.url,
    lines,
    open,
    async download(question, options) {
      const response = await open(question, options).catch(() => null);
      if (response === null) return { status: undefined, headers: {}, text: "", isWhole: false };
      return readAll(response);
    },
    async logged() {
      const find = () => lines.filter(({ message }) => message === "request");
      await until(() => find().length > 0);
      return find().at(-1) ?? {};
    },
    metrics,
    async untilIdle() {
      const left =
        /^tapgraph_(requests_under_way|rest_calls_in_flight.*|memory_bytes.kind="(unread|responses)".) [^0]/;
      await until(async () => (await metrics(left)).length === 0);
    },
    stop: async () => gateway[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

/** Reads to the end, or to where the transfer breaks. */
export async function readAll(response: IncomingMessage): Promise<Download> {
  const { statusCode: status, headers } = response;
  const chunks: Buffer[] = [];
  let isWhole = true;
  try {
    for await (const chunk of response) chunks.push(chunk);
  } catch {
    isWhole = false;
  }
  return { status, headers, text: Buffer.concat(chunks).toString(), isWhole };
}

/** The values of NDJSON, line by line. */
export function parseLines(text: string): readonly unknown[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n").map(parseExactly);
}

/** Parses JSON without changing any number. */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, (_, value, { source }) =>
    typeof value === "number" ? JSON.rawJSON(source) : value,
  );
}

/** The fields of a file by RFC 4180 to the letter: any byte that it does not allow is an error. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const records: string[][] = [];
  let record: string[] = [];
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const found = field.exec(text);
    if (found === null) throw new SyntaxError(`no CSV: ${JSON.stringify(text.slice(at, at + 80))}`);
    record.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    if (found[3] === ",") continue;
    records.push(record);
    record = [];
  }
  if (record.length > 0) throw new SyntaxError("the last record does not end");
  if (new Set(records.map(({ length }) => length)).size > 1) throw new SyntaxError("ragged");
  return records;
}
