import type { ResponseBody } from "../../connect/graphql-over-http.ts";
import { isObject } from "../../connect/json.ts";
import { formatCount } from "../../format.ts";

export interface ResponseCost {
  readonly calls: number;
  readonly pages: number;
  readonly retries: number;
  readonly shared: number;
  readonly cacheHits: number;
  readonly waitedMs: number;
  readonly snapshot: {
    /** In seconds. */
    readonly age: number;
    readonly rows: number;
    readonly calls: number;
    readonly milliseconds: number;
  } | null;
  readonly made: readonly MadeCall[];
}

interface MadeCall {
  readonly for: string;
  readonly call: string;
  readonly again: string | null;
}

export function readCost(body: ResponseBody | undefined): ResponseCost | null {
  const extensions = isObject(body?.extensions) ? body.extensions : {};
  const cost = extensions["tapgraph"];
  if (!isObject(cost)) return null;
  const { snapshot, made } = cost;
  return {
    calls: toNumber(cost["calls"]),
    pages: toNumber(cost["pages"]),
    retries: toNumber(cost["retries"]),
    shared: toNumber(cost["shared"]),
    cacheHits: toNumber(cost["cacheHits"]),
    waitedMs: toNumber(cost["waitedMs"]),
    snapshot: isObject(snapshot)
      ? {
          age: toNumber(snapshot["age"]),
          rows: toNumber(snapshot["rows"]),
          calls: toNumber(snapshot["calls"]),
          milliseconds: toNumber(snapshot["milliseconds"]),
        }
      : null,
    made: Array.isArray(made) ? made.flatMap(readCall) : [],
  };
}

function readCall(call: unknown): readonly MadeCall[] {
  if (!isObject(call) || typeof call["for"] !== "string") return [];
  const again = typeof call["again"] === "string" ? call["again"] : null;
  return [{ for: call["for"], call: String(call["call"] ?? ""), again }];
}

function toNumber(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

export function summarizeCost({ calls, pages, snapshot }: ResponseCost): string {
  return [
    formatCount(calls, "call"),
    ...(pages > 0 ? [formatCount(pages, "page")] : []),
    ...(snapshot ? [`snapshot ${formatAge(snapshot.age)} old`] : []),
  ].join(" · ");
}

export function formatAge(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
