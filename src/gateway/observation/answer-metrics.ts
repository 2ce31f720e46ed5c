import type { WholeAnswer } from "../exchange/answer.ts";
import type { Scrapable } from "./metrics.ts";

/** `GET /metrics`. */
export async function answerMetrics(metrics: Scrapable): Promise<WholeAnswer> {
  const { contentType, text } = await metrics.scrape();
  const headers = { "content-type": contentType, "cache-control": "no-store" };
  return { status: 200, headers, body: text };
}
