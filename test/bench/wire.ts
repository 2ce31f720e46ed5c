import { isDeepStrictEqual } from "node:util";
import { benchHeaders, type Exchange } from "./dialects/dialect.ts";
import type { LoadRequest } from "./http-load.ts";

/** The request as it goes over the wire. */
export function toLoadRequest({ method, path, body, mark }: Exchange): LoadRequest {
  const headers = Object.entries(benchHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nhost: bench\r\n${headers.join("")}${length}\r\n`;
  return { bytes: Buffer.from(head + body), mark: Buffer.from(mark) };
}

/** Asks once, and fails unless the answer is the right one to its last member. */
export async function checkAnswer(url: string, exchange: Exchange): Promise<void> {
  const { method, path, body } = exchange;
  const response = await fetch(url + path, {
    method,
    headers: benchHeaders,
    ...(method === "POST" && { body }),
  });
  const text = await response.text();
  if (response.status !== 200 || !isDeepStrictEqual(JSON.parse(text), exchange.answer())) {
    throw new Error(`A wrong answer: ${response.status} ${text.slice(0, 400)}`);
  }
}
