import type { GraphQLFormattedError } from "graphql";
import type { Cost } from "../../context.ts";
import type { WholeAnswer } from "../../exchange/answer.ts";
import { type Answer, costOf, type Origin } from "../answers.ts";
import { type PipelineRequest, readHeader } from "../request.ts";
import { toEvents } from "../streams/framing.ts";
import { eventStream } from "../streams/protocol.ts";
import { toCodes } from "./errors.ts";
import { withHttpCaching } from "./http-caching.ts";
import type { MediaType } from "./media-type.ts";

/** How to write an answer for its caller. */
interface FormatOptions {
  readonly origin: Origin;
  readonly mediaType: MediaType;
  /** Maximum age of an answer that is served without a call to the registry, in seconds. */
  readonly ttlSeconds: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Writes an answer as its caller wants it: in their media type, and with its cost if they ask for it. */
export function formatAnswer(
  answer: Answer,
  request: PipelineRequest,
  { origin, mediaType, ttlSeconds, now }: FormatOptions,
): WholeAnswer {
  request.report.errorCodes = answer.errorCodes;
  const body = bodyOf(answer, request, { origin, now });
  const formatted = { status: 200, headers: { "content-type": mediaType }, body };
  if (mediaType === eventStream) return unkept({ ...formatted, body: toEvents(body) });
  if (request.method !== "GET") return formatted;
  if (answer.errorCodes.length > 0) return unkept(formatted);
  const { askedAt } = answer;
  return withHttpCaching(formatted, {
    ifNoneMatch: readHeader(request, "if-none-match"),
    ageSeconds: askedAt === undefined ? undefined : (now - askedAt) / 1000,
    ttlSeconds,
  });
}

/** The body of an answer, with its cost if the caller asks for it. */
export function bodyOf(
  answer: Answer,
  request: PipelineRequest,
  { origin, now }: Pick<FormatOptions, "origin" | "now">,
): string | Buffer {
  const isExplained = readHeader(request, "x-tapgraph-explain") === "1";
  return isExplained ? explain(answer, costOf(answer, origin), now) : answer.body;
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
  return unkept({ status, headers: { "content-type": mediaType }, body });
}

/** Marks an answer as one that no cache may keep. */
export function unkept(answer: WholeAnswer): WholeAnswer {
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

/** Replaces the time at which a cost's snapshots were taken by their age, in seconds. */
function withAge({ snapshot, ...cost }: Cost, now: number): object {
  if (snapshot === undefined) return cost;
  const { takenAt, milliseconds, ...size } = snapshot;
  const age = Math.round(now - takenAt) / 1000;
  return { ...cost, snapshot: { age, ...size, milliseconds: Math.round(milliseconds) } };
}
