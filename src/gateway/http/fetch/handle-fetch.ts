import type { HttpResponse, StreamBody } from "../../answer/http-response.ts";
import type { Router } from "../router.ts";
import { FetchExchange } from "./fetch-exchange.ts";

/** Answers a `Request` of the fetch API. Compression is left to the server that received it. */
export async function handleFetch(router: Router, request: Request): Promise<Response> {
  const exchange = new FetchExchange(request);
  const response = await router.handle(exchange);
  return response === null ? Response.error() : toResponse(exchange, response);
}

function toResponse(exchange: FetchExchange, { status, headers, body }: HttpResponse): Response {
  const { requestId, vary, addedHeaders, method } = exchange;
  const all = {
    vary,
    "x-request-id": requestId,
    "x-content-type-options": "nosniff",
    ...addedHeaders,
    ...headers,
  };
  const isStream = !(typeof body === "string" || Buffer.isBuffer(body));
  if (isStream) return new Response(toReadable(exchange, body, status), { status, headers: all });
  exchange.end(status);
  const isEmpty = method === "HEAD" || status === 204 || status === 304;
  return new Response(isEmpty ? null : new Uint8Array(Buffer.from(body)), { status, headers: all });
}

/** The body of a stream. It is produced as it is read, and ends when its reader leaves. */
function toReadable(
  exchange: FetchExchange,
  body: StreamBody,
  status: number,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  exchange.onLeave(() => void body.return?.());
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await body.next();
        if (!done) {
          controller.enqueue(encoder.encode(value));
          return;
        }
        controller.close();
        exchange.end(status);
      },
      cancel: () => exchange.end(status),
    },
    { highWaterMark: 0 },
  );
}
