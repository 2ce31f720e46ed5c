/** The gateway sends something at least every 15 seconds. */
const longestQuietMs = 20_000;

/**
 * `fetch`, but a stream of changes that falls silent fails like a lost connection. It is one: a proxy between here and the gateway
 * can hide that, and so can a computer that was asleep.
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
