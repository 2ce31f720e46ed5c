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

/** Reads the metrics of a gateway, by name and labels. */
export async function readMetrics(
  gatewayUrl: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${gatewayUrl}/metrics`, { headers });
  return parseMetrics(await response.text());
}
