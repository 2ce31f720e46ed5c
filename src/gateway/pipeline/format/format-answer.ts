import type { GraphQLFormattedError } from "graphql";
import type { Cost } from "../../context.ts";
import type { WholeAnswer } from "../../exchange/answer.ts";
import { type Answer, type AnswerReuse, costOf } from "../answers.ts";
import { type PipelineRequest, readHeader } from "../request.ts";
import { toCodes } from "./errors.ts";
import { toEvents } from "./framing.ts";
import { withHttpCaching } from "./http-caching.ts";
import type { MediaType } from "./media-type.ts";
import { sseMediaType } from "./stream-protocol.ts";

/** How to format an answer for its caller. */
interface FormatOptions {
  readonly reuse: AnswerReuse;
  readonly mediaType: MediaType;
  /** Maximum age of an answer that is served without a call to the registry, in seconds. */
  readonly ttlSeconds: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Formats an answer for its caller: in the accepted media type, and with its cost if the request asks for it. */
export function formatAnswer(
  answer: Answer,
  request: PipelineRequest,
  { reuse, mediaType, ttlSeconds, now }: FormatOptions,
): WholeAnswer {
  request.report.errorCodes = answer.errorCodes;
  const body = bodyOf(answer, request, { reuse, now });
  const formatted = { status: 200, headers: { "content-type": mediaType }, body };
  if (mediaType === sseMediaType) return withNoStore({ ...formatted, body: toEvents(body) });
  if (request.method !== "GET") return formatted;
  if (answer.errorCodes.length > 0) return withNoStore(formatted);
  const { oldestPartAt } = answer;
  return withHttpCaching(formatted, {
    ifNoneMatch: readHeader(request, "if-none-match"),
    ageSeconds: oldestPartAt === undefined ? undefined : (now - oldestPartAt) / 1000,
    ttlSeconds,
  });
}

/** The body of an answer, with its cost if the request asks for it. */
export function bodyOf(
  answer: Answer,
  request: PipelineRequest,
  { reuse, now }: Pick<FormatOptions, "reuse" | "now">,
): string | Buffer {
  const wantsCost = readHeader(request, "x-tapgraph-explain") === "1";
  return wantsCost ? explain(answer, costOf(answer, reuse), now) : answer.body;
}

/** The answer to a request that is not executed. */
export function refuse(
  { report }: Pick<PipelineRequest, "report">,
  status: number,
  errors: readonly GraphQLFormattedError[],
  mediaType: MediaType = "application/json; charset=utf-8",
): WholeAnswer {
  report.errorCodes = toCodes(errors);
  const body = JSON.stringify({ errors });
  return withNoStore({ status, headers: { "content-type": mediaType }, body });
}

/** Adds the header that forbids every cache to keep an answer. */
export function withNoStore(answer: WholeAnswer): WholeAnswer {
  return { ...answer, headers: { ...answer.headers, "cache-control": "no-store" } };
}

/** The body of an answer, with its cost in the extensions. */
function explain({ body, hasExtensions }: Answer, cost: Cost, now: number): string {
  const text = body.toString();
  const explanation = `"tapgraph":${JSON.stringify(withAge(cost, now))}}}`;
  return hasExtensions
    ? `${text.slice(0, -2)},${explanation}`
    : `${text.slice(0, -1)},"extensions":{${explanation}`;
}

/** Shows the age of a cost's snapshots, in seconds, instead of the time at which they were taken. */
function withAge({ snapshot, ...cost }: Cost, now: number): object {
  if (snapshot === undefined) return cost;
  const { takenAt, milliseconds, ...size } = snapshot;
  const age = Math.round(now - takenAt) / 1000;
  return { ...cost, snapshot: { age, ...size, milliseconds: Math.round(milliseconds) } };
}
