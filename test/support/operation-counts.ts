import { request } from "undici";

/** Operations that a gateway has executed, by whether their document was known. */
export interface OperationCounts {
  /** Those whose document had to be parsed and validated first. */
  readonly first: number;
  readonly prepared: number;
}

/** Counts the operations that a gateway executes while something is done, as its metrics tell. */
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
    // On a connection of its own: the gateway's end waits for one that is kept.
    const { body } = await request(`${gatewayUrl}/metrics`, { reset: true });
    const text = await body.text();
    // A request is counted when it has ended, which may be after its caller has got the answer. The scrape is one itself.
    if (readValue(text, "requests_under_way") > 1) continue;
    return { first: readWay(text, "first"), prepared: readWay(text, "prepared") };
  }
}

function readWay(text: string, way: keyof OperationCounts): number {
  return readValue(text, `operations_total{way="${way}"}`);
}

/** A figure of a scrape; 0 where it was never counted. */
function readValue(text: string, name: string): number {
  const line = text.split("\n").find((line) => line.startsWith(`tapgraph_${name} `));
  return Number(line?.split(" ").at(-1) ?? 0);
}
