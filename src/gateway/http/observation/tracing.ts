import {
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { RequestBudget } from "../../call/request-budget.ts";
import type { CallLogEntry } from "../../call/steps/tell.ts";
import type { HttpRequest } from "../request/http-request.ts";

/**
 * Creates a span for each GraphQL request, with a child for each attempt of its REST calls. All
 * spans are created when the request has ended, so tracing hardly delays it. They never show a URL,
 * a variable, or a header other than `x-request-id` and `traceparent`.
 */
export class Tracing {
  readonly #tracer: Tracer;
  readonly #calls = new WeakMap<RequestBudget, CallLogEntry[]>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /** Keeps a REST call until its request has ended. A call without a request gets no span. */
  keepCall(call: CallLogEntry): void {
    if (call.budget === undefined) return;
    const calls = this.#calls.get(call.budget);
    if (calls === undefined) this.#calls.set(call.budget, [call]);
    else calls.push(call);
  }

  endRequest(
    request: HttpRequest,
    outcome: string,
    operation: string | undefined,
    status: number | undefined,
  ): SpanContext {
    const { method, path, headers, startedAt, requestId } = request;
    const { errorCodes, earlierBudget, budget } = request;
    const parent = readParent(headers["traceparent"]);
    const attributes = {
      "http.request.method": method === "POST" ? "POST" : "GET",
      "http.route": /^\/(mcp|q)\b/.exec(path)?.[0] ?? "/graphql",
      ...(status !== undefined && { "http.response.status_code": status }),
      "tapgraph.request_id": requestId,
      "tapgraph.outcome": outcome,
      ...(operation !== undefined && { "graphql.operation.name": operation }),
      ...(errorCodes.length > 0 && { "tapgraph.error_codes": [...new Set(errorCodes)] }),
    };
    const span = this.#tracer.startSpan(
      "GraphQL request",
      { kind: SpanKind.SERVER, startTime: performance.timeOrigin + startedAt, attributes },
      parent,
    );
    if (outcome === "failed") span.setStatus({ code: SpanStatusCode.ERROR });
    const context = trace.setSpan(parent, span);
    const budgets = [earlierBudget, budget].filter((one) => one !== undefined);
    const calls = budgets.flatMap((one) => this.#calls.get(one) ?? []);
    for (const call of calls) this.#endCall(call, context);
    span.end();
    return span.spanContext();
  }

  #endCall(call: CallLogEntry, parent: Context): void {
    const { template, startedAt, durationMs, retries, status, outcome } = call;
    const isFailed = outcome !== "ok" && outcome !== "absent";
    const attributes = {
      "http.request.method": "GET",
      "url.template": template,
      ...(status !== undefined && { "http.response.status_code": status }),
      ...(retries > 0 && { "http.request.resend_count": retries }),
      ...(isFailed && { "error.type": outcome }),
    };
    const span = this.#tracer.startSpan(
      `GET ${template}`,
      { kind: SpanKind.CLIENT, startTime: startedAt, attributes },
      parent,
    );
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(startedAt + durationMs);
  }
}

type Traceparent = string | readonly string[] | undefined;

function readTraceparent(traceparent: Traceparent) {
  return /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(traceparent)) ?? [];
}

export function readTraceId(traceparent: Traceparent): string | undefined {
  return readTraceparent(traceparent)[1];
}

function readParent(traceparent: Traceparent): Context {
  const [, traceId, spanId, flags] = readTraceparent(traceparent);
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const isSampled = Number.parseInt(flags ?? "", 16) & TraceFlags.SAMPLED;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
