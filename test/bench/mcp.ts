import type { Members } from "../../src/gateway/answer/request/members.ts";
import { createBuiltInTools, readDocuments } from "../../src/gateway/mcp/built-in.ts";
import type { Ask, GraphqlAnswer } from "../../src/gateway/mcp/tool.ts";
import { createSchema } from "../../src/gateway/resolvers/schema.ts";
import { parseLinks } from "../../src/setting-parsers.ts";
import { modernMeta } from "../support/mcp.ts";
import { startGateway } from "./candidates.ts";
import { benchHeaders } from "./dialects/dialect.ts";
import { pinApart, startUpstream } from "./gateway.ts";
import { type LoadRequest, startLoad } from "./http-load.ts";
import { readCpuSeconds } from "./process-usage.ts";
import { tags } from "./records.ts";
import type { ServerProcess } from "./servers/child.ts";
import { median } from "./table.ts";

/** A call may take this many times the processor time of its own document at `/graphql`. */
const maxRatio = 2;

/** The documents of a tool depend on it, so those that are sent to `/graphql` must have the gateway's own. */
const linkSetting = "tag.terminal_id=terminal.id";

const connections = 32;
const [firstWarmUpSeconds, warmUpSeconds] = [4, 0.3];

/** What is called: a tool with different arguments in turn, so that few responses are shared. */
const calls: readonly {
  readonly title: string;
  readonly tool: string;
  readonly given: readonly Readonly<Record<string, unknown>>[];
}[] = [
  {
    title: "one tag by id",
    tool: "get_record",
    given: tags.slice(0, 2000).map(({ id }) => ({ kind: "tag", id })),
  },
  { title: "a page of 5 to 20 tags", tool: "find_tags", given: pages(5, 20, {}) },
  { title: "a page of 61 to 100 tags", tool: "find_tags", given: pages(61, 100, {}) },
  { title: "5 to 20 active tags", tool: "find_tags", given: pages(5, 20, { is_active: true }) },
  { title: "61 to 100 active tags", tool: "find_tags", given: pages(61, 100, { is_active: true }) },
  {
    title: "the same by a field of theirs",
    tool: "find_tags",
    given: pages(61, 100, { identifier: "terminal_id" }),
  },
  {
    title: "counts by a field",
    tool: "count_by",
    given: pages(5, 40, { kind: "tag", field: "type" }),
  },
];

function pages(from: number, to: number, given: object) {
  return Array.from({ length: to - from + 1 }, (_, place) => ({ ...given, first: from + place }));
}

/**
 * Prints the processor time of calls of tools, in either era of the protocol, compared with that of their documents at `/graphql`. All
 * three take turns.
 */
export async function runMcpBench(rounds: number, seconds: number): Promise<void> {
  await using upstream = await startUpstream();
  await using gateway = await startGateway({
    REGISTRY_URL: upstream.url,
    ADDITIONAL_DATA_LINKS: linkSetting,
    MCP: "true",
  });
  await pinApart(gateway.pid, upstream.pid);
  let worst = 0;
  for (const { title, tool, given } of calls) {
    const ways = await Promise.all([
      toDocuments(gateway.url, tool, given),
      given.map((one) => toCall(tool, one, false)),
      given.map((one) => toCall(tool, one, true)),
    ]);
    for (const way of ways) await measure(gateway, way, firstWarmUpSeconds);
    const times: number[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const taken: number[] = [];
      for (const way of ways) taken.push(await measure(gateway, way, seconds));
      times.push(taken);
    }
    const ratios = [1, 2].map((way) =>
      median(times.map((taken) => (taken[way] ?? 0) / (taken[0] ?? 1))),
    );
    worst = Math.max(worst, ...ratios);
    const own = median(times.map(([first = 0]) => first * 1e6)).toFixed(0);
    const [former, modern] = ratios.map((ratio) => ratio.toFixed(2));
    console.log(
      `${tool}, ${title}: ${own} µs at /graphql; with sessions ${former}, without ${modern}`,
    );
  }
  console.log(`at most ${worst.toFixed(2)} times as much; ${maxRatio} are allowed`);
  if (worst > maxRatio) process.exitCode = 1;
}

/** Processor time of each response, in seconds. */
async function measure(
  { url, pid }: ServerProcess,
  requests: readonly LoadRequest[],
  seconds: number,
): Promise<number> {
  const load = startLoad(url, requests, connections);
  const read = () => readCpuSeconds(pid);
  await load.measure(warmUpSeconds, read);
  const { before, after, latenciesMs } = await load.measure(seconds, read);
  await load.stop();
  return (after - before) / latenciesMs.length;
}

/** The requests at `/graphql` that calls of a tool become. */
function toDocuments(
  url: string,
  name: string,
  given: readonly object[],
): Promise<readonly LoadRequest[]> {
  const options = { schema: createSchema(), links: parseLinks(linkSetting), maxBytes: 48_000 };
  // A client sends the documents themselves. Their names stand for their ids.
  const documents = readDocuments();
  const ids = new Map([...documents.keys()].map((document) => [document, document]));
  const tool = createBuiltInTools(ids, options).find((one) => one.name === name);
  const withDocument = ({ documentId, ...members }: Members) => {
    return { query: documents.get(String(documentId)), ...members };
  };
  const headers = { ...benchHeaders, "content-type": "application/json" };
  const ask: Ask = async (members) => {
    const body = JSON.stringify(withDocument(members));
    const response = await fetch(`${url}/graphql`, { method: "POST", headers, body });
    const { data } = (await response.json()) as Pick<GraphqlAnswer, "data">;
    return { data, errors: [], warnings: [], now: Date.now() };
  };
  return Promise.all(
    given.map(async (one) => {
      const question = await tool?.toQuestion({ ...one }, ask);
      if (typeof question !== "object") throw new TypeError("this tool asks nothing");
      return toRequest("/graphql", {}, withDocument(question.members));
    }),
  );
}

function toCall(name: string, given: object, isModern: boolean): LoadRequest {
  const params = { name, arguments: given };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call" };
  if (!isModern) return toRequest("/mcp", {}, { ...message, params });
  const headers = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": name,
  };
  return toRequest("/mcp", headers, { ...message, params: { ...params, _meta: modernMeta } });
}

function toRequest(path: string, headers: object, content: object): LoadRequest {
  const body = JSON.stringify(content);
  const lines = Object.entries({
    ...benchHeaders,
    ...headers,
    host: "bench",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
  // A result that is an error, and a response with errors, lack it.
  return { bytes, mark: Buffer.from(path === "/mcp" ? "rows" : '{"data":') };
}
