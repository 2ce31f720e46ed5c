import { Agent, fetch as fetchBy, type Response } from "undici";

// biome-ignore lint/suspicious/noExplicitAny: a test names the fields that it expects.
type Result = any;

/** A part of a stream: a result, with its id if it has one; a heartbeat; or the message that the stream is complete. */
export interface StreamPart {
  readonly kind: "next" | "heartbeat" | "complete";
  readonly id?: string | undefined;
  readonly result?: Result;
}

/** How a subscription is sent. */
export interface SubscribeOptions {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** @default "sse" */
  readonly protocol?: "sse" | "multipart";
  /** @default "POST" */
  readonly method?: "GET" | "POST";
}

/** A subscription's stream, as a client reads it. */
export interface TestStream extends AsyncDisposable {
  readonly status: number;
  readonly headers: Headers;
  /** The next part, heartbeats included. Null: the stream has ended. */
  part(): Promise<StreamPart | null>;
  /** The next result, with `data` and `errors`. */
  next(): Promise<Result>;
  /** The next change. Throws if the result has errors. */
  change(): Promise<Result>;
  /** Waits for the end of the stream, and returns all that was left of it as text. */
  rest(): Promise<string>;
  /** Closes the connection. */
  close(): Promise<void>;
}

const mediaTypes = {
  sse: "text/event-stream",
  multipart: "multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json",
};

/** Sends a subscription to a gateway, on a separate connection. */
export async function subscribe(
  url: string,
  query: string,
  options: SubscribeOptions = {},
): Promise<TestStream> {
  const { variables, key, headers = {}, protocol = "sse", method = "POST" } = options;
  const connection = new Agent();
  const search = new URLSearchParams({ query, variables: JSON.stringify(variables ?? {}) });
  const response = await fetchBy(`${url}/graphql${method === "GET" ? `?${search}` : ""}`, {
    method,
    dispatcher: connection,
    headers: {
      accept: mediaTypes[protocol],
      ...(method === "POST" && { "content-type": "application/json" }),
      ...(key && { "x-api-key": key }),
      ...headers,
    },
    ...(method === "POST" && { body: JSON.stringify({ query, variables }) }),
  });
  const chunks = readChunks(response);
  const parts = splitParts(chunks, protocol);
  const part = async () => (await parts.next()).value ?? null;
  const next = async (): Promise<Result> => {
    for (let one = await part(); one !== null; one = await part()) {
      if (one.kind === "next") return one.result;
      if (one.kind === "complete") throw new Error("the stream is complete");
    }
    throw new Error("the stream has ended");
  };
  return {
    status: response.status,
    headers: new Headers([...response.headers]),
    part,
    next,
    async change() {
      const { data, errors } = await next();
      if (errors) throw new Error(`not a change: ${JSON.stringify(errors)}`);
      return data.changes;
    },
    async rest() {
      let text = "";
      for await (const chunk of chunks) text += chunk;
      return text;
    },
    close: () => connection.destroy(),
    [Symbol.asyncDispose]: () => connection.destroy(),
  };
}

async function* readChunks({ body }: Response): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) yield decoder.decode(chunk, { stream: true });
}

/** Splits the text into the blocks between empty lines (SSE), or into the parts between boundaries (multipart). */
async function* splitParts(
  chunks: AsyncIterable<string>,
  protocol: "sse" | "multipart",
): AsyncGenerator<StreamPart, undefined> {
  const [end, read] = protocol === "sse" ? ["\n\n", readBlock] : ["\r\n--graphql", readPart];
  let text = "";
  for await (const chunk of chunks) {
    text += chunk;
    for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end)) {
      const block = text.slice(0, at);
      text = text.slice(at + end.length);
      if (block !== "") yield read(block);
    }
    // The part before already included the last boundary, except for the two dashes at its end.
    if (protocol === "multipart" && text.startsWith("--\r\n")) yield { kind: "complete" };
  }
}

function readBlock(block: string): StreamPart {
  const fields = block.split("\n").map((line) => /^([^:]*): ?(.*)$/s.exec(line) ?? []);
  const field = (name: string) => fields.find(([, found]) => found === name)?.[2];
  const kind = field("event");
  if (kind === "next") {
    return { kind, id: field("id"), result: JSON.parse(field("data") ?? "") };
  }
  return { kind: kind === "complete" ? kind : "heartbeat" };
}

function readPart(part: string): StreamPart {
  const json = JSON.parse(part.split("\r\n\r\n")[1] ?? "");
  return "payload" in json ? { kind: "next", result: json.payload } : { kind: "heartbeat" };
}
