import { afterAll, describe, expect, test } from "vitest";
import { startListGateway } from "../../support/list-gateway.ts";

const rows = 500;

/** Two texts of each tag, by what they consist of. */
const fields = { "of ASCII": "description", "with other characters": "name" } as const;

const textOf = {
  description: (index: number) => `No. ${index} "quoted" `.repeat(8),
  name: (index: number) => `№ ${index} in Zürich 😀 `.repeat(8),
};

const gateway = await startListGateway({
  settings: { CACHE_TTL_SECONDS: "3600" },
  tags: Array.from({ length: rows }, (_, index) => ({
    ...{ id: `T${index}`, name: textOf.name(index), description: textOf.description(index) },
  })),
});

afterAll(() => gateway[Symbol.asyncDispose]());

/** Bytes of a response, roughly: of one piece, and of so many that they take turns. */
const sizes = [30_000, 3_000_000];

/** A query for all tags, and its response, of about so many bytes. */
function query(kind: keyof typeof fields, bytes: number) {
  const field = fields[kind];
  const each = Buffer.byteLength(textOf[field](100)) + 10;
  const first = Math.min(rows, Math.ceil(bytes / each));
  const names = Array.from({ length: Math.ceil(bytes / each / first) }, (_, index) => `a${index}`);
  const asked = names.map((name) => `${name}: ${field}`).join(" ");
  const nodes = Array.from({ length: first }, (_, index) =>
    Object.fromEntries(names.map((name) => [name, textOf[field](index)])),
  );
  const body = JSON.stringify({ data: { tags: { nodes } } });
  return { text: `{ tags(first: ${first}) { nodes { ${asked} } } }`, body };
}

async function ask(
  text: string,
  { method = "POST", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const { url, registry } = gateway;
  const target = new URL("/graphql", url);
  if (method !== "POST") target.searchParams.set("query", text);
  return await fetch(target, {
    method,
    headers: { "content-type": "application/json", "x-api-key": registry.key, ...headers },
    ...(method === "POST" && { body: JSON.stringify({ query: text }) }),
  });
}

const kinds = Object.keys(fields) as (keyof typeof fields)[];

describe.each(kinds.flatMap((kind) => sizes.map((bytes) => ({ kind, bytes }))))(
  "a response of $bytes bytes $kind is whole",
  ({ kind, bytes }) => {
    test.each(["identity", "gzip", "br"])("as %s, shared and kept", async (encoding) => {
      const { text, body } = query(kind, bytes);
      const headers = { "accept-encoding": encoding };
      const own = `query ${encoding} ${text}`;
      const together = await Promise.all([0, 1].map(() => ask(own, { headers })));
      for (const response of [...together, await ask(own, { headers })]) {
        expect(await response.text()).toBe(body);
      }
    });

    test("by GET, whose tag is that of the kept response", async () => {
      const { text, body } = query(kind, bytes);
      const headers = { "apollo-require-preflight": "true" };
      const own = `query get ${text}`;
      const response = await ask(own, { method: "GET", headers });
      expect(await response.text()).toBe(body);
      const tag = response.headers.get("etag") ?? "";
      const again = await ask(own, {
        method: "GET",
        headers: { ...headers, "if-none-match": tag },
      });
      expect(again.status).toBe(304);
      const other = await ask(`query other ${text}`, { method: "GET", headers });
      expect(other.headers.get("etag")).toBe(tag);
    });

    test("with its cost, and as an event", async () => {
      const { text, body } = query(kind, bytes);
      const explained = await ask(`query cost ${text}`, {
        headers: { "x-tapgraph-explain": "1" },
      });
      const { extensions, ...rest } = (await explained.json()) as { extensions: object };
      expect(JSON.stringify(rest)).toBe(body);
      expect(extensions).toHaveProperty("tapgraph.calls");
      const event = await ask(`query event ${text}`, {
        headers: { accept: "text/event-stream" },
      });
      const lines = (await event.text()).split("\n");
      expect(lines.slice(-6)).toEqual([expect.any(String), "", "event: complete", "data:", "", ""]);
      expect(lines[1]).toBe(`data: ${body}`);
    });
  },
);
