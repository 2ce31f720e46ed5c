// L1, the practical limit of a gateway without a cache: node:http and undici. The registry's
// responses are parsed and stringified whole. Each scenario is written by hand.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TagRecord, TerminalRecord } from "../../src/registry/sample/records.ts";
import { listen, reportToParent, sendJson } from "../harness/http-server.ts";
import { getJson } from "./rest-calls.ts";

type Ask = (query: URLSearchParams, key: string) => Promise<unknown>;

const scenarios: Readonly<Record<string, Ask>> = {
  "/tag": (query, key) => getJson(`tags/${query.get("id")}/?`, key),
  "/tags": (query, key) => getJson(`tags?limit=${query.get("limit")}&`, key),
  "/dashboard": askDashboard,
  "/joined": askJoined,
};

reportToParent(await listen((request, response) => void answer(request, response)));

async function answer({ url = "", headers }: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams } = new URL(url, "http://limit");
  const result = await scenarios[pathname]?.(searchParams, String(headers["x-api-key"]));
  sendJson(response, JSON.stringify(result));
}

async function askDashboard(query: URLSearchParams, key: string): Promise<unknown> {
  const ids = query.get("ids")?.split(",") ?? [];
  const [terminals, tagStructure, terminalStructure, ...tags] = await Promise.all([
    getJson("terminals?limit=20&", key),
    getJson("additional_data/structure/tag?", key),
    getJson("additional_data/structure/terminal?", key),
    ...ids.map((id) => getJson(`tags/${id}/?`, key)),
  ]);
  return { tags, terminals, tagStructure, terminalStructure };
}

async function askJoined(query: URLSearchParams, key: string): Promise<unknown> {
  const [{ tags }, { terminals }] = (await Promise.all([
    getJson(`tags?limit=${query.get("limit")}&`, key),
    getJson("terminals?limit=1000&", key),
  ])) as [{ tags: TagRecord[] }, { terminals: TerminalRecord[] }];
  const byId = new Map(terminals.map((terminal) => [terminal.id, terminal]));
  return {
    tags: tags.map((tag) => ({
      ...tag,
      terminal: byId.get(Number(tag.additional_data?.["terminal_id"])),
    })),
  };
}
