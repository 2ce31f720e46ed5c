import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { startSampleGateway } from "../../support/gateway.ts";
import { readBuffers } from "../../support/heap.ts";

const gateway = await startSampleGateway();

const caching = await startSampleGateway({ CACHE_TTL_SECONDS: "3600" });

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await caching[Symbol.asyncDispose]();
});

const long = "{ tags(first: 200) { nodes { id name description } } }";
const short = "{ __typename }";

/** Sends a query, and returns the response with its body as sent: `fetch` would inflate it. */
async function ask(query: string, acceptEncoding?: string, { url, registry } = gateway) {
  const { promise, resolve, reject } = Promise.withResolvers<import("node:http").IncomingMessage>();
  request(
    `${url}/graphql`,
    {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-api-key": registry.key,
        ...(acceptEncoding && { "accept-encoding": acceptEncoding }),
      },
    },
    resolve,
  )
    .on("error", reject)
    .end(JSON.stringify({ query }));
  const response = await promise;
  return { headers: response.headers, body: await buffer(response) };
}

test.each([
  ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
  ["br;q=0.5, gzip;q=0.5", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["br;q=0, gzip", "gzip", gunzipSync],
  ["*", "br", brotliDecompressSync],
])(
  "a caller that accepts %s gets %s, shorter and with its length",
  async (accepted, encoding, inflate) => {
    const plain = await ask(long);
    const { headers, body } = await ask(long, accepted);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers["content-length"]).toBe(String(body.length));
    expect(headers.vary).toContain("accept-encoding");
    expect(inflate(body)).toEqual(plain.body);
    expect(body.length).toBeLessThan(plain.body.length / 3);
  },
);

test.each([
  ["the caller accepts no encoding", long, undefined],
  ["the caller accepts only identity", long, "identity"],
  ["the caller accepts only an unsupported encoding", long, "zstd"],
  ["the caller prefers identity", long, "identity, gzip;q=0.5"],
  ["the body is short", short, "gzip, br"],
])("a response is not compressed if %s", async (_, query, accepted) => {
  const { headers, body } = await ask(query, accepted);
  expect(headers["content-encoding"]).toBeUndefined();
  expect(headers.vary).toContain("accept-encoding");
  expect(JSON.parse(body.toString()).errors).toBeUndefined();
});

test.each(["br", "gzip"])(
  "a kept response is also kept as it was sent with %s, which takes little memory",
  async (encoding) => {
    const responses = 100;
    const askForAll = async (accepted?: string) => {
      for (let number = 0; number < responses; number += 1)
        await ask(
          `{ tags(first: 20) { nodes { name ${encoding}${number}: description } } }`,
          accepted,
          caching,
        );
      return readBuffers();
    };
    const before = await askForAll();
    expect((await askForAll(encoding)) - before).toBeLessThan(responses * 4 * 1024);
  },
);
