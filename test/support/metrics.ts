import { setTimeout } from "node:timers/promises";
import { request } from "undici";
import { until } from "./upstream.ts";

/** The values on a page of metrics, by name and labels as written there. */
export function parseMetrics(text: string): ReadonlyMap<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

/** Reads the metrics of a gateway, by name and labels, on a connection of its own: a gateway that stops waits for open ones. */
export async function readMetrics(gatewayUrl: string): Promise<ReadonlyMap<string, number>> {
  const { body } = await request(`${gatewayUrl}/metrics`, { reset: true });
  return parseMetrics(await body.text());
}

/** Resolves with the value of a gateway's metric as soon as it meets the condition. The value is 0 if there is no such metric. */
export async function untilMetric(
  gatewayUrl: string,
  name: string,
  condition: (value: number) => boolean,
): Promise<number> {
  for (;;) {
    const value = (await readMetrics(gatewayUrl)).get(name) ?? 0;
    if (condition(value)) return value;
    // Writing them costs the gateway milliseconds.
    await setTimeout(10);
  }
}

/** How many operations a gateway has executed, by whether their document was known. */
interface OperationCounts {
  /** Operations whose document had to be parsed and validated first. */
  readonly newDocument: number;
  readonly rememberedDocument: number;
}

/** Counts the operations that a gateway executes during some work, by its metrics. */
export async function countOperations(
  gatewayUrl: string,
  work: () => Promise<unknown>,
): Promise<OperationCounts> {
  const before = await readCounts(gatewayUrl);
  await work();
  const after = await readCounts(gatewayUrl);
  return {
    newDocument: after.newDocument - before.newDocument,
    rememberedDocument: after.rememberedDocument - before.rememberedDocument,
  };
}

async function readCounts(gatewayUrl: string): Promise<OperationCounts> {
  let metrics: ReadonlyMap<string, number> = new Map();
  await until(async () => {
    metrics = await readMetrics(gatewayUrl);
    // A request is counted when it has ended, perhaps after its caller has the response.
    return (metrics.get("tapgraph_requests_under_way") ?? 0) === 0;
  });
  const countOf = (document: "new" | "remembered") =>
    metrics.get(`tapgraph_operations_total{document="${document}"}`) ?? 0;
  return { newDocument: countOf("new"), rememberedDocument: countOf("remembered") };
}
