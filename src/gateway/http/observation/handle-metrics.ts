import type { WholeHttpResponse } from "../../answer/http-response.ts";
import type { Scrapable } from "./metrics.ts";

/** Responds to `GET /metrics` in Prometheus' text format. */
export async function handleMetrics(metrics: Scrapable): Promise<WholeHttpResponse> {
  const { contentType, text } = await metrics.scrape();
  const headers = { "content-type": contentType, "cache-control": "no-store" };
  return { status: 200, headers, body: text };
}
