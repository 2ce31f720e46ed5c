/** The gateway gives a sign of life every 15 seconds at least. */
const longestQuietMs = 20_000;

/**
 * `fetch`, but a stream of changes that has fallen silent fails, as if the connection had been lost: it was, and a proxy or a
 * computer that slept has not told.
 */
export async function fetchListening(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetch(input, init);
  const type = response.headers.get("content-type") ?? "";
  if (response.body === null || !type.startsWith("multipart/")) return response;
  return new Response(response.body.pipeThrough(endWhenQuiet()), response);
}

function endWhenQuiet(): TransformStream<Uint8Array, Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (controller: TransformStreamDefaultController) => {
    clearTimeout(timer);
    timer = setTimeout(
      () => controller.error(new TypeError("network: the stream has fallen silent")),
      longestQuietMs,
    );
  };
  return new TransformStream({
    start: wait,
    transform(chunk, controller) {
      wait(controller);
      controller.enqueue(chunk);
    },
    flush: () => clearTimeout(timer),
  });
}
