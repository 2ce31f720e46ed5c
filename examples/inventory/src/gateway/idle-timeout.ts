/** The gateway sends something at least every 15 seconds. */
const idleTimeoutMs = 20_000;

/**
 * `fetch`, but a stream of changes that falls silent fails like a lost connection. Behind a proxy, or while the computer sleeps,
 * a connection can be lost without an error.
 */
export async function fetchWithIdleTimeout(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetch(input, init);
  const type = response.headers.get("content-type") ?? "";
  if (response.body === null || !type.startsWith("multipart/")) return response;
  return new Response(response.body.pipeThrough(failWhenIdle()), response);
}

function failWhenIdle(): TransformStream<Uint8Array, Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (controller: TransformStreamDefaultController) => {
    clearTimeout(timer);
    timer = setTimeout(
      () => controller.error(new TypeError("network: the stream has fallen silent")),
      idleTimeoutMs,
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
