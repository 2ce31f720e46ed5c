import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { startScriptedGateway } from "../support/gateway.ts";
import { startListGateway } from "../support/list-gateway.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { named } from "../support/project.ts";
import { json } from "../support/scripted-registry.ts";

const bytes = 100_000;
const record = { id: "a", name: "é".repeat(bytes / 2), additional_data: null };
const query = '{ tag(id: "a") { name } }';
/** The size of the response: `{"data":{"tag":{"name":"…"}}}`. */
const size = bytes + 28;

test("a response of MAX_RESPONSE_BYTES is sent, and a larger one is refused without data", async () => {
  for (const [max, status] of [
    [size, 200],
    [size - 1, 400],
  ] as const) {
    const settings = { MAX_RESPONSE_BYTES: String(max) };
    await using gateway = await startScriptedGateway(json({ tag: record }), { settings });
    for (let round = 0; round < 2; round += 1) {
      const { data, codes, ...response } = await gateway.query(query);
      expect([response.status, data?.tag.name, codes]).toEqual(
        status === 200 ? [200, record.name, undefined] : [400, undefined, ["RESPONSE_TOO_LARGE"]],
      );
    }
  }
});

test("an event that would be too large is an error, and the stream goes on", async () => {
  await using gateway = await startListGateway({
    tags: [],
    settings: { MAX_RESPONSE_BYTES: "2000" },
  });
  await using stream = await gateway.subscribe(
    "subscription { changes { kind node { ... on Tag { name } } } }",
  );
  await stream.change();
  await gateway.registry.replace("tag", [named("a", "x".repeat(3_000))]);
  await gateway.poll();
  const { data, errors } = await stream.next();
  expect(data).toBeUndefined();
  expect(errors[0].extensions.code).toBe("RESPONSE_TOO_LARGE");
  await gateway.registry.replace("tag", [named("a", "short")]);
  await gateway.poll();
  expect(await stream.change()).toMatchObject({ node: { name: "short" } });
});

/** Sends a query on a connection from which nothing is read. */
async function sendUnread(url: string, document: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  await once(socket, "connect");
  const body = JSON.stringify({ query: document });
  const head = "POST /graphql HTTP/1.1\r\nhost: gateway\r\nx-api-key: key\r\n";
  socket.write(
    `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

const unread = 'tapgraph_memory_bytes{kind="unread"}';
const slow = 'tapgraph_unread_responses_closed_total{reason="slow"}';
const beingMade = 'tapgraph_memory_bytes{kind="responses"}';

/** A document whose response has some megabytes: more than the buffers of a connection hold. */
const large = documentOf(80);

function documentOf(fields: number): string {
  const names = Array.from({ length: fields }, (_, of) => `a${of}: name`);
  return `{ tag(id: "a") { ${names.join(" ")} } }`;
}

test("what is written of a response that still waits for the registry counts", async () => {
  await using gateway = await startScriptedGateway((call) => {
    if (!call.name.startsWith("terminal")) json({ tag: record })(call, 0);
  });
  const answered = gateway.query(
    '{ a: tag(id: "a") { name } b: tag(id: "a") { name } stuck: terminal(id: "7") { name } }',
  );
  // Twice what the registry has sent once, and twice what is written.
  const expected = 2 * bytes + 2 * 2 * bytes * 0.5;
  await gateway.untilFigure(beingMade, (found) => found > expected);
  const stuck = gateway.registry.calls.find((call) => call.name.startsWith("terminal"));
  if (stuck !== undefined) json({ terminal: { ...record, id: 7 } })(stuck, 0);
  expect((await answered).data.stuck).toEqual({ name: record.name });
  expect(await gateway.figure(beingMade)).toBe(0);
});

test("many errors count for the size of a response", async () => {
  const rows = Array.from({ length: 50 }, (_, id) => ({ id: `t${id}`, name: ["no text"] }));
  const page = { tags: rows, limit: 50, page: 1, count: 50, page_count: 1 };
  const fields = Array.from({ length: 20 }, (_, of) => `a${of}: name`).join(" ");
  const document = `{ tags(first: 50) { nodes { ${fields} } } }`;
  for (const [max, status] of [
    ["419430", 200],
    ["200000", 400],
  ] as const) {
    const settings = { MAX_RESPONSE_BYTES: max };
    await using gateway = await startScriptedGateway(json(page), { settings });
    const response = await gateway.query(document);
    expect(response.status).toBe(status);
    const paths = rows.flatMap((_, row) =>
      Array.from({ length: 20 }, (__, of) => ["tags", "nodes", row, `a${of}`]),
    );
    expect(response.errors?.map(({ path }) => path)).toEqual(status === 200 ? paths : [undefined]);
  }
});

test("responses that nobody reads turn no other request away", async () => {
  // So that none of them is cut off meanwhile.
  const clock = new ManualClock();
  const options = { settings: { MAX_REQUESTS_UNDER_WAY: "2" }, clock };
  await using gateway = await startScriptedGateway(json({ tag: record }), options);
  const sockets: Socket[] = [];
  for (let caller = 0; caller < 3; caller += 1) {
    const before = await gateway.figure(unread);
    sockets.push(await sendUnread(gateway.url, large));
    await gateway.untilFigure(unread, (bytes) => bytes > before);
    await gateway.untilFigure("tapgraph_requests_under_way", (count) => count === 0);
  }
  expect((await gateway.query(query)).data).toEqual({ tag: { name: record.name } });
  for (const socket of sockets) socket.destroy();
});

test("a caller who reads nothing is cut off after thirty seconds", async () => {
  const clock = new ManualClock();
  await using gateway = await startScriptedGateway(json({ tag: record }), { clock });
  const socket = await sendUnread(gateway.url, large);
  await gateway.untilFigure(unread, (bytes) => bytes > 0);
  let seconds = 0;
  while ((await gateway.figure(slow)) === 0) {
    clock.advance(1_000);
    seconds += 1;
  }
  expect(seconds).toBeGreaterThanOrEqual(30);
  socket.destroy();
});

test("a response that waits to be compressed counts as one that waits to be read", async () => {
  await using gateway = await startScriptedGateway(json({ tag: record }));
  // Several, so that one can be seen to wait on a busy machine. Compressed they are small.
  const answered = Array.from({ length: 6 }, (_, at) =>
    gateway.query(`${documentOf(40)} # ${at}`, { headers: { "accept-encoding": "br" } }),
  );
  await gateway.untilFigure(unread, (bytes) => bytes > 3_500_000);
  for (const { data } of await Promise.all(answered)) expect(data.tag.a0).toBe(record.name);
  await gateway.untilFigure(unread, (bytes) => bytes === 0);
});
