import { isDeepStrictEqual } from "node:util";
import { benchHeaders, type HttpRequest } from "./dialects/dialect.ts";
import type { LoadRequest } from "./http-load.ts";

/** The request as it goes over the wire. */
export function toLoadRequest({ method, path, headers, body, mark }: HttpRequest): LoadRequest {
  const lines = Object.entries({ ...benchHeaders, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nhost: bench\r\n${lines.join("")}${length}\r\n`;
  return { bytes: Buffer.from(head + body), ...(mark !== null && { mark: Buffer.from(mark) }) };
}

/** Sends one request, and throws unless the whole response is right. */
export async function checkResponse(url: string, exchange: HttpRequest): Promise<void> {
  const { method, path, headers, body, hasTypenames } = exchange;
  const response = await fetch(url + path, {
    method,
    headers: { ...benchHeaders, ...headers },
    ...(method === "POST" && { body }),
  });
  const text = await response.text();
  const result = JSON.parse(text, hasTypenames ? withoutTypename : undefined);
  if (response.status !== 200 || !isDeepStrictEqual(result, exchange.response())) {
    throw new Error(`A wrong response: ${response.status} ${text.slice(0, 400)}`);
  }
}

function withoutTypename(name: string, value: unknown): unknown {
  return name === "__typename" ? undefined : value;
}
