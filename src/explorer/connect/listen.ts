import { EventSourceParserStream } from "eventsource-parser/stream";
import type { Answer, AnswerBody, GraphqlRequest } from "./answer.ts";
import { parseObject } from "./json.ts";
import { elapsedSince, post, readAnswer } from "./request.ts";

/** How a stream ended: the gateway completed it, the connection was lost, or an answer came in its place. */
export type StreamEnd = "complete" | "lost" | Answer;

interface Listening {
  readonly key: string;
  readonly signal: AbortSignal;
  /** The id of the last event received, to go on from; null to begin anew. */
  readonly after: string | null;
  readonly onOpen: () => void;
  /** Called for each event. */
  readonly onEvent: (body: AnswerBody, id: string | null) => void;
}

/**
 * Sends a subscription, and reports its events until the stream ends. It uses `fetch` because a browser's `EventSource` cannot send
 * the key. Throws only if `signal` aborts it.
 */
export async function listen(
  request: GraphqlRequest,
  { key, signal, after, onOpen, onEvent }: Listening,
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
      return await readAnswer(response, started);
    }
    isOpen = true;
    onOpen();
    const reader = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    for (;;) {
      const { value: event } = await reader.read();
      if (event === undefined) return "lost";
      if (event.event === "complete") return "complete";
      if (event.event === "next") onEvent(parseObject(event.data) ?? {}, event.id ?? null);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    return isOpen ? "lost" : { kind: "unreachable", durationMs: elapsedSince(started) };
  }
}
