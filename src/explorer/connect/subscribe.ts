import { EventSourceParserStream } from "eventsource-parser/stream";
import type { GraphQLRequest, RequestOutcome, ResponseBody } from "./graphql-over-http.ts";
import { parseObject } from "./json.ts";
import { post, readResponse } from "./send-request.ts";

/** If no stream began, the request's outcome. */
type StreamEnd = "complete" | "lost" | RequestOutcome;

type OnEvent = (body: ResponseBody, id: string | null) => void;

/**
 * Sends a subscription, and reports its events until the stream ends. It uses `fetch` because a
 * browser's `EventSource` cannot send the key. Throws only if `signal` aborts it.
 * @param options `after`: the id of the last event received, to resume after it; null for a new
 * subscription.
 */
export async function subscribe(
  request: GraphQLRequest,
  options: {
    readonly key: string;
    readonly signal: AbortSignal;
    readonly after: string | null;
    readonly onOpen: () => void;
    readonly onEvent: OnEvent;
  },
): Promise<StreamEnd> {
  const started = performance.now();
  let isOpen = false;
  try {
    const response = await post(request, options, {
      Accept: "text/event-stream",
      ...(options.after === null ? {} : { "Last-Event-ID": options.after }),
    });
    const type = response.headers.get("content-type") ?? "";
    if (response.body === null || !type.startsWith("text/event-stream")) {
      return await readResponse(response, started);
    }
    isOpen = true;
    options.onOpen();
    return await readEvents(response.body, options.onEvent);
  } catch (error) {
    if (options.signal.aborted) throw error;
    return isOpen ? "lost" : { kind: "unreachable" };
  }
}

async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: OnEvent,
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
