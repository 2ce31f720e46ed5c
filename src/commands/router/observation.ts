import { startMetricsServer } from "../../gateway/http/metrics-server.ts";
import type { Scrapable } from "../../gateway/http/observation/metrics.ts";
import { Tracing } from "../../gateway/http/observation/tracing.ts";
import type { Logger } from "../../log.ts";
import type { Settings } from "../../settings.ts";
import { toListenError } from "../service.ts";
import { toInstallError } from "./optional-package.ts";

/**
 * Starts sending spans to the collector that the settings name. Returns null if they name none.
 * @throws CommandError if the packages that it needs are not installed.
 */
export async function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Settings,
  log: Logger,
  stack: AsyncDisposableStack,
): Promise<Tracing | null> {
  if (endpoint === undefined) return null;
  const { startExport } = await import("../../gateway/http/observation/tracing-export.ts").catch(
    (error: unknown) => {
      throw toInstallError(
        error,
        "OTEL_EXPORTER_OTLP_ENDPOINT: it needs the packages @opentelemetry/sdk-trace, @opentelemetry/resources and @opentelemetry/exporter-trace-otlp-http (npm install them next to tapgraph)",
      );
    },
  );
  return new Tracing(stack.use(startExport(endpoint, log)).tracer);
}

/**
 * Serves `/metrics` on a separate port, if the settings name one.
 * @throws CommandError if it cannot listen.
 */
export async function startOwnMetricsServer(
  { HOST: host, METRICS_PORT: port }: Settings,
  metrics: Scrapable,
  stack: AsyncDisposableStack,
): Promise<void> {
  if (port === undefined) return;
  try {
    stack.use(await startMetricsServer(metrics, { host, port }));
  } catch (error) {
    throw toListenError(error, { HOST: host, PORT: port }, "METRICS_");
  }
}
