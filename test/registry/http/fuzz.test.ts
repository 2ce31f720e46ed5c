import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostileText } from "../../support/hostile.ts";
import { type SampleRegistry, startSampleRegistry } from "../../support/real-registry.ts";
import { runs } from "../../support/seed.ts";

let registry: SampleRegistry;

beforeAll(async () => {
  registry = await startSampleRegistry();
});

afterAll(async () => {
  await registry[Symbol.asyncDispose]();
});

interface ReceivedResponse {
  readonly status: number;
  readonly body: string;
}

/** Requests a path unchanged: fetch would normalize it first. */
async function ask(path: string): Promise<ReceivedResponse> {
  const asking = request(registry.url, { path, agent: false }).end();
  const [response] = (await once(asking, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

const percentEncoded = fc
  .uint8Array({ maxLength: 12 })
  .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));

const escaped = fc.oneof(
  percentEncoded,
  hostileText.map((part) => encodeURIComponent(part.toWellFormed())),
  fc.constantFrom(..."..,.,%,%2,%2F,,1003,1e3,-1,0x1,00".split(","), "9".repeat(400)),
);

const segments = fc.oneof(
  ...["tags/$/", "terminals/$/", "additional_data/structure/$", "$"].map((path) =>
    escaped.map((part) => `/api/v1/${path.replace("$", () => part)}`),
  ),
  escaped.map((path) => `/${path}`),
  fc.constantFrom("/api/v1/tags", "/api/v1/terminals"),
);

const queries = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom("limit", "page", "type", "key"), escaped), escaped), {
    maxLength: 4,
  })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join("&"));

function checkResponse({ status, body }: ReceivedResponse, projectId: number): void {
  expect([200, 400, 401, 404]).toContain(status);
  expect(body).not.toMatch(/\bat .*\.(ts|js):\d|node:internal/);
  if (status !== 200 || body.startsWith("<")) return;
  const others = [...body.matchAll(/"project_id":(\d+)/g)].filter(
    ([, id]) => Number(id) !== projectId,
  );
  expect(others).toEqual([]);
}

test("no path and no query leads to a 5xx, a stack trace or another project's record", async () => {
  await fc.assert(
    fc.asyncProperty(segments, queries, fc.boolean(), async (path, query, isOther) => {
      const key = isOther ? registry.otherKey : registry.key;
      checkResponse(await ask(`${path}?${query}&key=${key}`), isOther ? 2 : 1);
    }),
    { numRuns: runs(250) },
  );
});

test("every key is refused except the sample's two", async () => {
  await fc.assert(
    fc.asyncProperty(escaped, async (key) => {
      expect(await ask(`/api/v1/tags?key=${key}`)).toMatchObject({ status: 401 });
    }),
    { numRuns: runs(75) },
  );
});
