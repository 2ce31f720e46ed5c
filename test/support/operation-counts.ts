import { request } from "undici";
import { parseMetrics } from "./metrics.ts";

/** How many operations a gateway has executed, by whether their document was known. */
export interface OperationCounts {
  /** Operations whose document had to be parsed and validated first. */
  readonly first: number;
  readonly prepared: number;
}

/** Counts the operations that a gateway executes during some work, by its metrics. */
export async function countOperations(
  gatewayUrl: string,
  work: () => Promise<unknown>,
): Promise<OperationCounts> {
  const before = await readCounts(gatewayUrl);
  await work();
  const after = await readCounts(gatewayUrl);
  return { first: after.first - before.first, prepared: after.prepared - before.prepared };
}

async function readCounts(gatewayUrl: string): Promise<OperationCounts> {
  for (;;) {
    // `reset` closes the connection. The gateway would wait for an open one when it stops.
    const { body } = await request(`${gatewayUrl}/metrics`, { reset: true });
    const metrics = parseMetrics(await body.text());
    // A request is counted when it has ended, perhaps after its caller has the response. The scrape itself is also under way.
    if ((metrics.get("tapgraph_requests_under_way") ?? 0) > 1) continue;
    const countOf = (way: keyof OperationCounts) =>
      metrics.get(`tapgraph_operations_total{way="${way}"}`) ?? 0;
    return { first: countOf("first"), prepared: countOf("prepared") };
  }
}
