import { cacheVary } from "../road/http-caching.ts";
import type { RoadRequest } from "../road/message.ts";
import type { Road } from "../road/road.ts";
import { BodyTooLargeError, type GatewayRequest, maxBodyBytes } from "./request.ts";
import type { GatewayResponse } from "./response.ts";
import { sendAny, sendError } from "./send.ts";

const tooLarge = `The request's body is larger than ${maxBodyBytes} bytes.`;

/** Answers a request that node:http has taken by the road. */
export async function answerGraphql(
  road: Road,
  request: GatewayRequest,
  response: GatewayResponse,
): Promise<void> {
  const { method = "", url = "", headers, rawHeaders } = request;
  if (method === "GET") response.vary += `, ${cacheVary}`;
  const body = await readBody(request, response);
  if (body === null) return;
  const roadRequest: RoadRequest = {
    method,
    path: url,
    headers,
    rawHeaders,
    body,
    report: response.report,
    onLeave: (listener) => {
      // They may have left while the document was looked at.
      if (request.destroyed) listener();
      else response.once("close", listener);
    },
  };
  await sendAny(response, await road.answer(roadRequest));
}

/** The body of a JSON request, empty for any other; null where it is too large and that has been said, or the caller left. */
async function readBody(
  request: GatewayRequest,
  response: GatewayResponse,
): Promise<string | null> {
  const isJson = /^application\/json\b/i.test(request.headers["content-type"] ?? "");
  if (request.method !== "POST" || !isJson) return "";
  try {
    return await request.readText();
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      // What was not read of the body would be taken for the connection's next request.
      response.setHeader("connection", "close");
      sendError(response, 413, "PAYLOAD_TOO_LARGE", tooLarge);
    } else if (!request.destroyed) {
      throw error;
    }
    return null;
  }
}
