import { expect, test } from "vitest";
import { readMetrics, untilMetric } from "../support/metrics.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";
import { type GatewayRun, runGateway } from "../support/tapgraph.ts";

/** What may be held follows from the heap. */
const NODE_OPTIONS = "--max-old-space-size=96 --max-semi-space-size=8";

const rows = Array.from({ length: 1_000 }, (_, index) => ({
  id: `t${index}`,
  name: `Tag ${index}`,
  description: "x".repeat(500),
}));

/** A list of some thousand rows, with a response of several megabytes. */
function askForMuch({ url }: GatewayRun, key: string, first: number): Promise<Response> {
  const lists = Array.from(
    { length: 8 },
    (_, of) => `a${of}: tags(first: $first) { nodes { id tagId name description } }`,
  );
  const query = `query ($first: Int!) { ${lists.join(" ")} }`;
  return post(url, key, { query, variables: { first } });
}

function post(url: string, key: string, request: object): Promise<Response> {
  const headers = {
    "content-type": "application/json",
    "x-api-key": key,
    "accept-encoding": "identity",
  };
  return fetch(`${url}/graphql`, { method: "POST", headers, body: JSON.stringify(request) });
}

test("of more lists than there is memory for, the process goes on: a key gets some, and another key all it asks for", async () => {
  await using registry = await startScriptedRegistry({ tags: rows });
  await using run = await runGateway({ REGISTRY_URL: registry.url, NODE_OPTIONS });
  // The document is known.
  expect((await askForMuch(run, "many", 1)).status).toBe(200);
  let settled = 0;
  const asked = Array.from({ length: 24 }, async (_, index) => {
    const first = 1_000 - index;
    // One that waits to be read may be cut off.
    const response = await askForMuch(run, "many", first).catch(() => null);
    const body = await response?.text().catch(() => null);
    settled += 1;
    if (!response || !body) return "cut off";
    const { data, errors } = JSON.parse(body) as {
      data?: Record<string, { nodes: unknown[] }>;
      errors?: { extensions: { code: string } }[];
    };
    if (response.status === 503) {
      expect(data).toBeUndefined();
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["OVERLOADED"]);
      expect(response.headers.get("retry-after")).toBe("1");
      expect(response.headers.get("cache-control")).toBe("no-store");
    } else {
      const lengths = Object.values(data ?? {}).map(({ nodes }) => nodes.length);
      expect(lengths).toEqual(Array.from({ length: 8 }, () => first));
    }
    return response.status;
  });
  let small = 0;
  let late = 0;
  while (settled < asked.length) {
    const id = `t${small % rows.length}`;
    const response = await post(run.url, "other", { query: `{ tag(id: "${id}") { name } }` });
    const body = await response.json();
    // If the machine is so busy that the event loop is late, every key may have to ask again.
    if (response.status === 503) {
      late += 1;
      continue;
    }
    const data = { tag: { name: `Tag ${small % rows.length}` } };
    expect([response.status, body]).toEqual([200, { data }]);
    small += 1;
  }
  const statuses = await Promise.all(asked);
  expect(statuses).toContain(200);
  expect(small).toBeGreaterThan(0);
  expect((await readMetrics(run.url)).get('tapgraph_memory_bytes{kind="responses"}')).toBe(0);
  for (const state of ["response", "connection", "retry"]) {
    const name = `tapgraph_rest_calls_in_flight{state="${state}"}`;
    await untilMetric(run.url, name, (calls) => calls === 0);
  }
  // Those that are turned away before they begin are counted once a second.
  const overloaded = 'tapgraph_errors_total{code="OVERLOADED"}';
  const refused = late + statuses.filter((status) => status === 503).length;
  expect(await untilMetric(run.url, overloaded, (count) => count >= refused)).toBe(refused);
  // There is room for the same again.
  expect((await askForMuch(run, "many", 1_000)).status).toBe(200);
});
