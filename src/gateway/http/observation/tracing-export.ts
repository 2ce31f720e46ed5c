import { DiagLogLevel, diag, type Tracer } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";

/** Retries included. A process waits for its last batch before it ends. */
const timeoutMillis = 2_000;

/**
 * Sends spans in batches to an OpenTelemetry collector, as JSON over HTTP. The OpenTelemetry SDK is
 * an optional dependency, so load this file only if it is needed. No library is instrumented,
 * because its spans would contain URLs.
 * @param endpoint the collector's base address, to which `/v1/traces` is added.
 */
export function startExport({
  endpoint,
  sampler,
  argument,
  log,
}: {
  readonly endpoint: string;
  /** `OTEL_TRACES_SAMPLER`, and its `_ARG`. */
  readonly sampler: string | undefined;
  readonly argument: string | undefined;
  readonly log: Logger;
}): AsyncDisposable & { readonly tracer: Tracer } {
  const warn = (message: string) => log.warn({ reason: message.slice(0, 500) }, "tracing failed");
  const ignore = () => {};
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "tapgraph" }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: createSampler(sampler, argument),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  return {
    tracer: provider.getTracer("tapgraph"),
    async [Symbol.asyncDispose]() {
      try {
        await provider.shutdown();
      } catch (error) {
        warn(error instanceof Error ? error.message : "the last spans could not be sent");
      }
    },
  };
}

/** By its name in OpenTelemetry's specification. It follows the caller by default. */
function createSampler(name = "parentbased_always_on", argument = "1"): Sampler {
  const [, parentBased, kind] = /^(parentbased_)?(.*)$/.exec(name) ?? [];
  const root = rootSampler(kind, Number(argument));
  return parentBased === undefined ? root : new ParentBasedSampler({ root });
}

function rootSampler(kind: string | undefined, ratio: number): Sampler {
  if (kind === "always_off") return new AlwaysOffSampler();
  return kind === "traceidratio" ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
