import type { TagRecord } from "../../src/registry/sample/records.ts";
import { startGateway } from "./candidates.ts";
import { dressAs } from "./clients.ts";
import { graphqlExchange, type HttpRequest } from "./dialects/dialect.ts";
import { pinApart, startUpstream } from "./gateway.ts";
import { type LoadRequest, runLoad, startLoad } from "./http-load.ts";
import { readCpuSeconds } from "./process-usage.ts";
import { tags } from "./records.ts";
import type { ServerProcess } from "./servers/child.ts";
import { median } from "./table.ts";
import { checkResponse, toLoadRequest } from "./wire.ts";

const documents = 1_000;
const [minFields, maxFields] = [10, 60];
const connections = 32;
const maxRatio = 1.3;

interface DocumentsOptions {
  readonly rounds: number;
  /** Seconds for which each round measures each of the two gateways. */
  readonly seconds: number;
}

/**
 * Compares the cost of a response in two cases: 1,000 documents of 10 to 60 fields take turns, as in a large application; or all
 * requests have one document of average size. Each request asks for a different tag, so that no response is shared.
 */
export async function runDocuments({ rounds, seconds }: DocumentsOptions): Promise<void> {
  const sizes = Array.from(
    { length: documents },
    (_, number) => minFields + (number % (maxFields - minFields + 1)),
  );
  const average = Math.round(sizes.reduce((sum, size) => sum + size, 0) / documents);
  await using upstream = await startUpstream();
  await using one = await startGateway({ REGISTRY_URL: upstream.url });
  await using many = await startGateway({ REGISTRY_URL: upstream.url });
  await pinApart(one.pid, upstream.pid);
  await pinApart(many.pid, upstream.pid);
  const requestsOfOne = await warmUp(one, (at) => createExchange(at, { number: 0, size: average }));
  const requestsOfMany = await warmUp(many, (at) => {
    const number = at % documents;
    return createExchange(at, { number, size: sizes[number] ?? 0 });
  });
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const single = await measure(one, requestsOfOne, seconds);
    const turns = await measure(many, requestsOfMany, seconds);
    ratios.push(turns / single);
    console.log(
      `one document of ${average} fields: ${formatMicroseconds(single)} a response; ` +
        `${documents.toLocaleString("en")} of ${minFields} to ${maxFields}: ${formatMicroseconds(turns)}`,
    );
  }
  const ratio = median(ratios);
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  console.log(`ratio ${ratio.toFixed(2)} (${spread}); at most ${maxRatio}`);
  if (ratio > maxRatio) process.exitCode = 1;
}

/** Sends the request for each tag once, and returns these requests. The first and the last responses are checked in full. */
async function warmUp(
  { url }: ServerProcess,
  create: (at: number) => HttpRequest,
): Promise<readonly LoadRequest[]> {
  const exchanges = tags.map((_, at) => create(at));
  for (const exchange of [...exchanges.slice(0, 2), ...exchanges.slice(-2)]) {
    await checkResponse(url, exchange);
  }
  const requests = exchanges.map(toLoadRequest);
  await runLoad(url, requests, { connections, requests: requests.length });
  return requests;
}

/** The processor time of one response, in seconds. */
async function measure(
  { url, pid }: ServerProcess,
  requests: readonly LoadRequest[],
  seconds: number,
): Promise<number> {
  const load = startLoad(url, requests, connections);
  const { before, after, latenciesMs } = await load.measure(seconds, () => readCpuSeconds(pid));
  await load.stop();
  return (after - before) / latenciesMs.length;
}

/** The fields that documents select, and how each is read from a record. */
const fieldReaders: Readonly<Record<string, (tag: TagRecord) => unknown>> = {
  tagId: ({ id }) => id,
  name: ({ name }) => name,
  isActive: ({ is_active }) => is_active,
  description: ({ description }) => description,
  addedWhen: ({ added_when }) => added_when,
  lastUpdate: ({ last_update }) => last_update,
};

function createExchange(
  at: number,
  { number, size }: { readonly number: number; readonly size: number },
): HttpRequest {
  const tag = tags[at];
  if (tag === undefined) throw new Error("There is no such tag");
  const names = Object.keys(fieldReaders);
  const fields = Array.from({ length: size - 1 }, (_, field) => ({
    alias: `f${number}_${field}`,
    name: names[field % names.length] ?? "",
  }));
  const selection = fields.map(({ alias, name }) => `${alias}: ${name}`).join(" ");
  const query = `query Document${number}($id: ID!) { tag(id: $id) { ${selection} } }`;
  const data = () => ({
    tag: Object.fromEntries(fields.map(({ alias, name }) => [alias, fieldReaders[name]?.(tag)])),
  });
  return dressAs("apollo", graphqlExchange(query, { id: tag.id }, { data, mark: tag.name }));
}

function formatMicroseconds(seconds: number): string {
  return `${(seconds * 1e6).toFixed(0)} µs`;
}
