import type { GraphQLFormattedError } from "graphql";
import type { Cost } from "../context.ts";
import { type Answer, costOf, type Origin } from "./answers.ts";
import { toCodes } from "./errors.ts";
import { withHttpCaching } from "./http-caching.ts";
import type { MediaType } from "./media-type.ts";
import { type RoadAnswer, type RoadRequest, readHeader } from "./message.ts";

/** How a caller wants an answer. */
interface DressOptions {
  readonly origin: Origin;
  readonly mediaType: MediaType;
  /** How old an answer may be that is served without asking the registry, in seconds. */
  readonly ttlSeconds: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An answer as its caller wants it: under their media type, with its cost where they ask for it. */
export function dress(
  answer: Answer,
  request: RoadRequest,
  { origin, mediaType, ttlSeconds, now }: DressOptions,
): RoadAnswer {
  request.report.errorCodes = answer.errorCodes;
  const isExplained = readHeader(request, "x-tapgraph-explain") === "1";
  const body = isExplained ? explain(answer, costOf(answer, origin), now) : answer.body;
  const dressed = { status: 200, headers: { "content-type": mediaType }, body };
  if (request.method !== "GET") return dressed;
  if (answer.errorCodes.length > 0) return unkept(dressed);
  const { askedAt } = answer;
  return withHttpCaching(dressed, {
    ifNoneMatch: readHeader(request, "if-none-match"),
    ageSeconds: askedAt === undefined ? undefined : (now - askedAt) / 1000,
    ttlSeconds,
  });
}

/** The answer to a request that is not executed. */
export function refuse(
  { report }: Pick<RoadRequest, "report">,
  status: number,
  errors: readonly GraphQLFormattedError[],
  mediaType: MediaType = "application/json; charset=utf-8",
): RoadAnswer {
  report.errorCodes = toCodes(errors);
  const body = JSON.stringify({ errors });
  return unkept({ status, headers: { "content-type": mediaType }, body });
}

/** An answer that no cache may keep. */
export function unkept(answer: RoadAnswer): RoadAnswer {
  return { ...answer, headers: { ...answer.headers, "cache-control": "no-store" } };
}

/** The body of an answer, with what it cost in its extensions. */
function explain({ body, hasExtensions }: Answer, cost: Cost, now: number): string {
  const text = body.toString();
  const explanation = `"tapgraph":${JSON.stringify(withAge(cost, now))}}}`;
  return hasExtensions
    ? `${text.slice(0, -2)},${explanation}`
    : `${text.slice(0, -1)},"extensions":{${explanation}`;
}

/** A cost with the age of its snapshots, in seconds, in place of when they were taken. */
function withAge({ snapshot, ...cost }: Cost, now: number): object {
  if (snapshot === undefined) return cost;
  const { takenAt, milliseconds, ...size } = snapshot;
  const age = Math.round(now - takenAt) / 1000;
  return { ...cost, snapshot: { age, ...size, milliseconds: Math.round(milliseconds) } };
}
