import type { ResponseBody } from "../../connect/graphql-over-http.ts";
import { isObject, type JsonObject } from "../../connect/json.ts";
import { formatCount } from "../../format.ts";

export type ResponseCost = NonNullable<ReturnType<typeof readCost>>;

export function readCost(body: ResponseBody | undefined) {
  const extensions = isObject(body?.extensions) ? body.extensions : {};
  const cost = extensions["tapgraph"];
  if (!isObject(cost)) return null;
  const { snapshot, made } = cost;
  return {
    ...readNumbers(cost, "calls", "pages", "retries", "shared", "cacheHits", "waitedMs"),
    /** Its age is in seconds. */
    snapshot: isObject(snapshot)
      ? readNumbers(snapshot, "age", "rows", "calls", "milliseconds")
      : null,
    made: Array.isArray(made) ? made.flatMap(readCall) : [],
  };
}

function readNumbers<Name extends string>(object: JsonObject, ...names: readonly Name[]) {
  const numbers = names.map((name) => [name, Number(object[name] ?? 0)]);
  return Object.fromEntries(numbers) as Readonly<Record<Name, number>>;
}

function readCall(call: unknown) {
  if (!isObject(call) || typeof call["for"] !== "string") return [];
  const again = typeof call["again"] === "string" ? call["again"] : null;
  return [{ for: call["for"], call: String(call["call"] ?? ""), again }];
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
