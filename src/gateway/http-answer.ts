import type { ServerResponse } from "node:http";

/** Answers with one GraphQL error, where a request does not get as far as Apollo Server. */
export function sendError(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
): void {
  const text = JSON.stringify({ errors: [{ message, extensions: { code } }] });
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(text);
}
