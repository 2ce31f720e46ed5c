import { EventSourceParserStream } from "eventsource-parser/stream";
import type { GraphQLRequest, RequestOutcome, ResponseBody } from "./graphql-over-http.ts";
import { parseObject } from "./json.ts";
import { post, readResponse } from "./send-request.ts";

/** How a stream ended: the gateway completed it, or the connection was lost. If no stream began, the request's outcome. */
type StreamEnd = "complete" | "lost" | RequestOutcome;

interface SubscribeOptions {
  readonly key: string;
  readonly signal: AbortSignal;
  /** The id of the last event received, to resume after it; null for a new subscription. */
  readonly after: string | null;
  readonly onOpen: () => void;
  readonly onEvent: (body: ResponseBody, id: string | null) => void;
}

/**
 * Sends a subscription, and reports its events until the stream ends. It uses `fetch` because a browser's `EventSource` cannot send
 * the key. Throws only if `signal` aborts it.
 */
export async function subscribe(
  request: GraphQLRequest,
  { key, signal, after, onOpen, onEvent }: SubscribeOptions,
): Promise<StreamEnd> {
  const started = performance.now();
  let isOpen = false;
  try {
    const headers = {
      Accept: "text/event-stream",
      ...(after === null ? {} : { "Last-Event-ID": after }),
    };
    const response = await post(request, { key, signal, headers });
    const type = response.headers.get("content-type") ?? "";
    if (response.body === null || !type.startsWith("text/event-stream")) {
      return await readResponse(response, started);
    }
    isOpen = true;
    onOpen();
    return await readEvents(response.body, onEvent);
  } catch (error) {
    if (signal.aborted) throw error;
    return isOpen ? "lost" : { kind: "unreachable" };
  }
}

async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: SubscribeOptions["onEvent"],
): Promise<StreamEnd> {
  const reader = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (;;) {
    const { value: event } = await reader.read();
    if (event === undefined) return "lost";
    if (event.event === "complete") return "complete";
    if (event.event === "next") onEvent(parseObject(event.data) ?? {}, event.id ?? null);
  }
}
