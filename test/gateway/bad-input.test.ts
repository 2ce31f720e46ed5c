import { connect, type Socket } from "node:net";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startSampleGateway } from "../support/gateway.ts";

const gateway = await startSampleGateway();
afterAll(() => gateway[Symbol.asyncDispose]());
beforeEach(() => gateway.registry.resetCalls());

test("a missing key is an UNAUTHENTICATED error in every field that needs the registry, at no cost", async () => {
  const query = "{ tag(id: 5) { id } terminals { totalCount } __typename }";
  const { data, errors, status } = await gateway.query(query, { key: null });
  expect(status).toBe(200);
  expect(data).toEqual({ tag: null, terminals: null, __typename: "Query" });
  expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
    [["tag"], "UNAUTHENTICATED"],
    [["terminals"], "UNAUTHENTICATED"],
  ]);
  expect(gateway.registry.calls).toEqual([]);
});

const byFilter = "query ($filter: TagFilter) { tags(filter: $filter) { totalCount } }";

test.each([
  ["10,001 objects in a list", { or: Array.from({ length: 10_001 }, () => ({})) }],
  ["10,001 members", Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`m${n}`, n]))],
  ["10,001 lists", { and: Array.from({ length: 10_001 }, () => []) }],
])("variables with %s are refused before they are coerced", async (_, filter) => {
  const { errors } = await gateway.query(byFilter, { variables: { filter }, key: null });
  expect(errors).toEqual([
    {
      message: "The variables have more than 10000 lists, objects and members of objects.",
      extensions: { code: "BAD_USER_INPUT" },
    },
  ]);
});

test("variables may nest 200 levels, and are refused before they are coerced beyond that", async () => {
  const messages = async (levels: number) => {
    let filter: unknown = {};
    for (let level = 1; level < levels; level += 1) filter = { not: filter };
    const { errors } = await gateway.query(byFilter, { variables: { filter }, key: null });
    return errors?.map(({ message }) => message);
  };
  const tooDeep = "The variables nest more than 200 levels.";
  expect(await messages(200)).not.toContain(tooDeep);
  expect(await messages(201)).toEqual([tooDeep]);
});

test("a filter of 1,000 conditions with 50,000 strings is within the limits of variables", async () => {
  const conditions = Array.from({ length: 999 }, (_, n) => ({
    additionalData: [{ identifier: "notes", text: { eq: `${n}` } }],
  }));
  const ids = { tagId: { in: Array.from({ length: 50_000 }, (_, n) => `${n}`) } };
  const variables = { filter: { or: [...conditions, ids] } };
  const { data } = await gateway.query(byFilter, { variables });
  expect(data).toEqual({ tags: { totalCount: 0 } });
});

describe("a request with", () => {
  test.each([
    ["a body that is not JSON", "{", 400, "BAD_REQUEST"],
    ["an empty body", "", 400, "BAD_REQUEST"],
    ["a batch", '[{"query":"{ __typename }"}]', 400, "BAD_REQUEST"],
    ["a body without a query", '{"variables":{}}', 400, "BAD_REQUEST"],
    ["a query that cannot be parsed", '{"query":"{"}', 200, "GRAPHQL_PARSE_FAILED"],
    [
      "a query that does not fit the schema",
      '{"query":"{ tagz }"}',
      200,
      "GRAPHQL_VALIDATION_FAILED",
    ],
    ["a body beyond 1 MiB", `{"query":"${" ".repeat(1024 * 1024)}"}`, 413, "PAYLOAD_TOO_LARGE"],
  ])("%s is answered with a GraphQL error", async (_, body, status, code) => {
    const response = await gateway.send(body);
    expect(response.status).toBe(status);
    const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
    expect(errors[0]?.extensions.code).toBe(code);
  });

  test.each([
    ["[]", "The request's body is a list. Send each operation in a request of its own."],
    ["5", "The request's body is not a JSON object."],
  ])("the body %s is refused with what is wrong", async (body, message) => {
    const response = await gateway.send(body);
    expect([response.status, await response.json()]).toEqual([
      400,
      { errors: [{ message, extensions: { code: "BAD_REQUEST" } }] },
    ]);
  });

  test("a body of exactly 1 MiB is answered, and a longer one is refused", async () => {
    const largest = '{"query":"{ __typename }"}'.padEnd(1024 * 1024);
    expect((await gateway.send(largest)).status).toBe(200);
    expect((await gateway.send(`${largest} `)).status).toBe(413);
  });

  test("a client that reads nothing before it has sent a large body gets the refusal, and can go on", async () => {
    const { hostname, port } = new URL(gateway.url);
    const body = Buffer.alloc(20_000_000, " ");
    const head = (length: number) =>
      `POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
    const next = '{"query":"{ __typename }"}';
    const socket = connect({ host: hostname, port: Number(port) });
    await new Promise<void>((resolve, reject) => {
      socket.on("error", reject);
      socket.pause().write(head(body.length));
      socket.write(body, () => resolve());
    });
    const text = readUntil(socket, '"Query"');
    socket.write(`${head(next.length)}${next}`);
    expect((await text).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
  });

  test("a content type that only begins like JSON is not read as JSON", async () => {
    const response = await gateway.send('{"query":"{ __typename }"}', {
      "content-type": "application/json-seq",
    });
    expect(response.status).toBe(400);
  });

  test("another method is answered with 405 and the allowed methods", async () => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: "PUT",
      headers: { "x-api-key": "k" },
    });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST"]);
  });
});

async function readUntil(socket: Socket, end: string): Promise<string> {
  let text = "";
  for await (const chunk of socket.setEncoding("utf8")) {
    text += chunk;
    if (text.includes(end)) break;
  }
  return text;
}
