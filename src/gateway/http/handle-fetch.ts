import { toBuffer } from "../answer/body.ts";
import { FetchRequest } from "./request/fetch-request.ts";
import type { HttpResponse, StreamBody } from "./response/http-response.ts";
import type { Router } from "./router.ts";

export async function handleFetch(router: Router, webRequest: Request): Promise<Response> {
  const request = new FetchRequest(webRequest);
  const response = await router.handle(request);
  return response === null ? Response.error() : toResponse(request, response);
}

function toResponse(request: FetchRequest, response: HttpResponse): Response {
  const { status, headers } = response;
  const { requestId, vary, addedHeaders, method } = request;
  const all = {
    vary,
    "x-request-id": requestId,
    "x-content-type-options": "nosniff",
    ...addedHeaders,
    ...headers,
  };
  const init = { status, headers: all };
  const isEmpty = method === "HEAD" || status === 204 || status === 304;
  if ("stream" in response && !isEmpty) {
    return new Response(toReadable(request, response.stream, status), init);
  }
  request.close(status);
  if ("stream" in response || isEmpty) return new Response(null, init);
  return new Response(new Uint8Array(toBuffer(response.body)), init);
}

/** The body of a stream. It is produced as it is read, and ends when its reader cancels. */
function toReadable(
  request: FetchRequest,
  body: StreamBody,
  status: number,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  request.onClose({ leave: () => void body.return?.() });
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await body.next();
          if (!done) {
            controller.enqueue(encoder.encode(value));
            return;
          }
          controller.close();
          request.close(status);
        } catch (error) {
          controller.error(error);
          request.close();
        }
      },
      cancel: () => request.close(status),
    },
    { highWaterMark: 0 },
  );
}
