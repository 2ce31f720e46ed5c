import { setImmediate } from "node:timers/promises";

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

/** Resolves with the value of a gateway's metric as soon as it meets the condition. The value is 0 if there is no such metric. */
export async function untilMetric(
  gatewayUrl: string,
  name: string,
  condition: (value: number) => boolean,
): Promise<number> {
  for (;;) {
    const value = (await readMetrics(gatewayUrl)).get(name) ?? 0;
    if (condition(value)) return value;
    await setImmediate();
  }
}

/** Reads the metrics of a gateway, by name and labels. */
export async function readMetrics(
  gatewayUrl: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${gatewayUrl}/metrics`, { headers });
  return parseMetrics(await response.text());
}
