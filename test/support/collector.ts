import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { serve } from "./listen.ts";

/** A span in the JSON form of OTLP. */
interface ExportedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

/** An OpenTelemetry collector that keeps what it receives. */
export interface Collector extends AsyncDisposable {
  readonly url: string;
  /** Everything that was sent to it, as text: paths, headers and bodies. */
  readonly received: readonly string[];
  readonly spans: readonly ExportedSpan[];
}

/** Starts a collector on a free loopback port. */
export async function startCollector(): Promise<Collector> {
  const received: string[] = [];
  const spans: ExportedSpan[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push(`${request.url} ${JSON.stringify(request.rawHeaders)} ${body}`);
    if (request.url === "/v1/traces") spans.push(...readSpans(body));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  return { ...(await serve(server)), received, spans };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

function readSpans(body: string): readonly ExportedSpan[] {
  const { resourceSpans } = JSON.parse(body) as Export;
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}
