import { type ServerResponse, STATUS_CODES } from "node:http";
import type { WholeAnswer } from "../road/message.ts";
import type { NodeExchange } from "./node-exchange.ts";
import { keepAliveTimeoutMs } from "./server-sockets.ts";

/** What node:http keeps of a response: its head, once that is made. Null: it is not. Documented nowhere, so it may be missing. */
interface HeadOfResponse {
  _header?: string | null;
}

/** The part of an answer's head that is the same each time. */
const heads = new WeakMap<WholeAnswer["headers"], string>();

/**
 * Ends a response with a head that is made once for all answers that have these headers. The head is most of what a short answer
 * costs, as node:http makes it: it checks each header.
 * @returns false: nothing was sent, as this has to be answered in the usual way.
 */
export function sendFrequent(exchange: NodeExchange, answer: WholeAnswer): boolean {
  const { response, method, requestId, vary, addedHeaders } = exchange;
  const { status, body } = answer;
  const made: ServerResponse & HeadOfResponse = response;
  // The connection's last answer has to say so, and one to HEAD has no body.
  if (made._header !== null || !response.shouldKeepAlive || method === "HEAD") return false;
  let head = `${headOf(answer)}x-request-id: ${requestId}\r\nvary: ${vary}\r\n`;
  for (const name in addedHeaders) head += `${name}: ${addedHeaders[name]}\r\n`;
  response.statusCode = status;
  made._header = `${head}\r\n`;
  response.end(body, "latin1");
  return true;
}

function headOf({ status, headers, body }: WholeAnswer): string {
  const known = heads.get(headers);
  if (known !== undefined) return known;
  const fields = {
    ...headers,
    "content-length": body.length,
    "x-content-type-options": "nosniff",
    connection: "keep-alive",
    "keep-alive": `timeout=${keepAliveTimeoutMs / 1000}`,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}`;
  heads.set(headers, head);
  return head;
}
