import { startGateway } from "./candidates.ts";
import { benchHeaders } from "./dialects/dialect.ts";
import { startUpstream } from "./gateway.ts";
import { readPeakMiB } from "./process-usage.ts";

const queries = 10_000;
const fields = 40;
const callers = 8;
const maxMiB = 350;

/**
 * Sends 10,000 different queries of 40 fields, each twice in a row, so that each is parsed, validated and prepared.
 * Sets a failing exit code if the gateway's memory ever exceeds the limit.
 */
export async function runMemoryCheck(): Promise<void> {
  await using upstream = await startUpstream();
  await using gateway = await startGateway({ REGISTRY_URL: upstream.url });
  const startMiB = await readPeakMiB(gateway.pid);
  let next = 0;
  const call = async () => {
    while (next < queries) {
      const query = createQuery(next++);
      await ask(gateway.url, query);
      await ask(gateway.url, query);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  const peakMiB = await readPeakMiB(gateway.pid);
  console.log(
    `${queries.toLocaleString("en")} queries of ${fields} fields, twice each: peak RSS ${peakMiB.toFixed(0)} MiB, ` +
      `${startMiB.toFixed(0)} MiB before the first; at most ${maxMiB} MiB`,
  );
  if (peakMiB >= maxMiB) process.exitCode = 1;
}

/** A query of 40 fields, different for each number: `tags`, `nodes`, and the others within a node. */
function createQuery(number: number): string {
  const names = ["tagId", "name", "isActive", "description", "addedWhen"];
  const own = Array.from(
    { length: fields - 2 },
    (_, field) => `f${number}_${field}: ${names[field % names.length]}`,
  );
  return `{ tags(first: 5) { nodes { ${own.join(" ")} } } }`;
}

async function ask(url: string, query: string): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: benchHeaders,
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  if (!text.startsWith('{"data":{"tags":{"nodes":[{"')) {
    throw new Error(`A wrong response: ${text.slice(0, 400)}`);
  }
}
