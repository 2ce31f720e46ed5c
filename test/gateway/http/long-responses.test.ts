import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ListGateway, startListGateway } from "../../support/list-gateway.ts";

const descriptions = {
  "of ASCII": (index: number) => `No. ${index} "quoted" `,
  "with other characters": (index: number) => `№ ${index} in Zürich 😀 `,
};

let gateways: Record<keyof typeof descriptions, ListGateway>;

const rows = 500;

/** Bytes of a response, roughly: of one piece, and of so many that they take turns. */
const sizes = [30_000, 3_000_000];

beforeAll(async () => {
  const start = (describe: (index: number) => string) =>
    startListGateway({
      settings: { CACHE_TTL_SECONDS: "3600" },
      tags: Array.from({ length: rows }, (_, index) => ({
        ...{ id: `T${index}`, name: `Tag ${index}` },
        description: describe(index).repeat(8),
      })),
    });
  const [ascii, other] = await Promise.all(Object.values(descriptions).map(start));
  if (ascii && other) gateways = { "of ASCII": ascii, "with other characters": other };
});

afterAll(async () => {
  for (const gateway of Object.values(gateways)) await gateway[Symbol.asyncDispose]();
});

/** A query for all tags, and what it finds, in about so many bytes. */
function query(kind: keyof typeof descriptions, bytes: number) {
  const description = (index: number) => descriptions[kind](index).repeat(8);
  const each = Buffer.byteLength(description(100)) + 10;
  const first = Math.min(rows, Math.ceil(bytes / each));
  const names = Array.from({ length: Math.ceil(bytes / each / first) }, (_, index) => `a${index}`);
  const fields = names.map((name) => `${name}: description`).join(" ");
  const nodes = Array.from({ length: first }, (_, index) =>
    Object.fromEntries(names.map((name) => [name, description(index)])),
  );
  const body = JSON.stringify({ data: { tags: { nodes } } });
  return { text: `{ tags(first: ${first}) { nodes { ${fields} } } }`, body };
}

async function ask(
  kind: keyof typeof descriptions,
  text: string,
  { method = "POST", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const { url, registry } = gateways[kind];
  const target = new URL("/graphql", url);
  if (method !== "POST") target.searchParams.set("query", text);
  return await fetch(target, {
    method,
    headers: { "content-type": "application/json", "x-api-key": registry.key, ...headers },
    ...(method === "POST" && { body: JSON.stringify({ query: text }) }),
  });
}

const kinds = Object.keys(descriptions) as (keyof typeof descriptions)[];

describe.each(kinds.flatMap((kind) => sizes.map((bytes) => ({ kind, bytes }))))(
  "a response of $bytes bytes $kind is whole",
  ({ kind, bytes }) => {
    test.each(["identity", "gzip", "br"])("as %s, shared and kept", async (encoding) => {
      const { text, body } = query(kind, bytes);
      const headers = { "accept-encoding": encoding };
      const own = `query ${encoding} ${text}`;
      const together = await Promise.all([0, 1].map(() => ask(kind, own, { headers })));
      for (const response of [...together, await ask(kind, own, { headers })]) {
        expect(await response.text()).toBe(body);
      }
    });

    test("by GET, whose tag is that of the kept response", async () => {
      const { text, body } = query(kind, bytes);
      const headers = { "apollo-require-preflight": "true" };
      const own = `query get ${text}`;
      const response = await ask(kind, own, { method: "GET", headers });
      expect(await response.text()).toBe(body);
      const tag = response.headers.get("etag") ?? "";
      const again = await ask(kind, own, {
        method: "GET",
        headers: { ...headers, "if-none-match": tag },
      });
      expect(again.status).toBe(304);
      const other = await ask(kind, `query other ${text}`, { method: "GET", headers });
      expect(other.headers.get("etag")).toBe(tag);
    });

    test("with its cost, and as an event", async () => {
      const { text, body } = query(kind, bytes);
      const explained = await ask(kind, `query cost ${text}`, {
        headers: { "x-tapgraph-explain": "1" },
      });
      const { extensions, ...rest } = (await explained.json()) as { extensions: object };
      expect(JSON.stringify(rest)).toBe(body);
      expect(extensions).toHaveProperty("tapgraph.calls");
      const event = await ask(kind, `query event ${text}`, {
        headers: { accept: "text/event-stream" },
      });
      const lines = (await event.text()).split("\n");
      expect(lines.slice(-6)).toEqual([expect.any(String), "", "event: complete", "data:", "", ""]);
      expect(lines[1]).toBe(`data: ${body}`);
    });

    test("to a caller who reads late", async () => {
      const { text, body } = query(kind, bytes);
      const response = await ask(kind, `query late ${text}`);
      await setTimeout(100);
      expect(await response.text()).toBe(body);
    });
  },
);
