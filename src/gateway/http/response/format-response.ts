import { toCodes } from "../../answer/errors.ts";
import type { RefusedError } from "../../answer/refusals.ts";
import { readHeader } from "../../answer/request.ts";
import type { GraphqlResponse } from "../../answer/responses.ts";
import { RowFile } from "../../answer/rows/row-file.ts";
import { EventStream } from "../../answer/streams/event-stream.ts";
import { explainVariable } from "../addresses/parameters.ts";
import type { HttpRequest } from "../request/http-request.ts";
import { rowMediaTypes } from "./accept.ts";
import { sseMediaType, toEvents } from "./framing.ts";
import { withHttpCaching } from "./http-caching.ts";
import type { HttpResponse, WholeHttpResponse } from "./http-response.ts";

/**
 * Formats an answer for its caller: in the accepted media type, and for a `GET` with caching
 * headers.
 * @param ttlSeconds the maximum age of a response that is served without a call to the registry.
 * @param now in milliseconds since 1970.
 */
export function formatResponse(
  answer: GraphqlResponse | EventStream | RowFile,
  request: HttpRequest,
  { ttlSeconds, now }: { readonly ttlSeconds: number; readonly now: number },
): HttpResponse {
  if (answer instanceof EventStream) return toStream(answer);
  if (answer instanceof RowFile) return toAttachment(answer, request);
  const { body, errorCodes, oldestPartAt } = answer;
  const mediaType = request.accepted.mediaType ?? "";
  const formatted = { status: 200, headers: { "content-type": mediaType }, body };
  if (mediaType === sseMediaType) return withNoStore({ ...formatted, body: toEvents(body) });
  if (request.method === "POST") return formatted;
  if (errorCodes.length > 0) return withNoStore(formatted);
  return withHttpCaching(formatted, {
    ifNoneMatch: readHeader(request, "if-none-match"),
    ageSeconds: oldestPartAt === undefined ? undefined : (now - oldestPartAt) / 1000,
    ttlSeconds,
  });
}

function toStream(stream: EventStream): HttpResponse {
  const headers = {
    "content-type": stream.mediaType,
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  };
  return { status: 200, headers, stream };
}

function toAttachment(
  { form, name, text }: RowFile,
  { method }: Pick<HttpRequest, "method">,
): HttpResponse {
  const headers = {
    "content-type": rowMediaTypes[form],
    "content-disposition": `attachment; filename="${name}.${form}"`,
    "cache-control": "no-store",
  };
  // Nobody reads its text, so its further pages are not read either.
  if (method === "HEAD") void text.return(undefined);
  return { status: 200, headers, stream: text };
}

export function formatRefusal(
  { status, errors, headers }: RefusedError,
  request: Pick<HttpRequest, "errorCodes" | "address" | "accepted">,
): WholeHttpResponse {
  request.errorCodes = toCodes(errors);
  const { address, accepted } = request;
  if (address === undefined) {
    return withNoStore({ status, headers, body: JSON.stringify({ errors }) });
  }
  // What an address asks may accept another type than its caller.
  const type = accepted.mediaType === null ? {} : { "content-type": accepted.mediaType };
  const explained = errors.map((error) => explainVariable(error, address));
  const body = JSON.stringify({ errors: explained });
  return withNoStore({ status, headers: { ...headers, ...type }, body });
}

export function withNoStore(response: WholeHttpResponse): WholeHttpResponse {
  return { ...response, headers: { ...response.headers, "cache-control": "no-store" } };
}
