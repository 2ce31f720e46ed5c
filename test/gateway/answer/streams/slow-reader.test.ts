import { expect, test } from "vitest";
import type { TestStream } from "../../../support/event-stream.ts";
import { startListGateway } from "../../../support/list-gateway.ts";
import { named } from "../../../support/project.ts";

const query = "subscription { changes(of: TAG) { kind node { ... on Tag { name description } } } }";

/** Three rounds of changes are more than the 10,000 that are kept. */
const tagCount = 4_000;

/** Far more than the buffers of a connection hold, so a reader who does not read stays in the first round. */
const firstRoundBytes = 20_000_000;
const maxUnreadBytes = 200_000;

/** Changes are dropped only when they are older than five minutes. */
const pollSeconds = 360;

test("a reader too slow for the changes that are kept gets a RESET and what follows, takes little memory meanwhile, and costs another reader no change", async () => {
  await using gateway = await startListGateway({
    tags: tagsOf("before"),
    settings: { CHANGES_POLL_SECONDS: String(pollSeconds) },
  });
  await using slow = await gateway.subscribe(query);
  await using quick = await gateway.subscribe(query);
  for (const stream of [slow, quick]) expect((await stream.change()).kind).toBe("RESET");
  for (const name of ["first", "second", "third"]) {
    await gateway.registry.replace("tag", tagsOf(name));
    await gateway.poll(pollSeconds * 1_000);
    expect(await readNames(quick, tagCount)).toEqual(namesOf(name));
    expect(await gateway.figure('tapgraph_memory_bytes{kind="unread"}')).toBeLessThan(
      maxUnreadBytes,
    );
  }
  // What is too old is dropped with the next tick.
  gateway.clock.advance(1_000);
  const beforeReset = await readUntilReset(slow);
  expect(beforeReset.length).toBeGreaterThan(0);
  expect(beforeReset).toEqual(namesOf("first").slice(0, beforeReset.length));
  const [, ...rest] = tagsOf("third");
  await gateway.registry.replace("tag", [named("t0", "last"), ...rest]);
  await gateway.poll(pollSeconds * 1_000);
  for (const stream of [slow, quick]) expect(await readNames(stream, 1)).toEqual(["last"]);
});

const namesOf = (name: string) => Array.from({ length: tagCount }, (_, of) => `${name} ${of}`);

function tagsOf(name: string) {
  const description = name === "first" ? "x".repeat(firstRoundBytes / tagCount) : "short";
  return namesOf(name).map((each, of) => named(`t${of}`, each, { description }));
}

async function readNames(stream: TestStream, count: number): Promise<readonly string[]> {
  const names: string[] = [];
  while (names.length < count) {
    const { kind, node } = await stream.change();
    expect(kind).toBe("CHANGED");
    names.push(node.name);
  }
  return names;
}

/** Reads up to the next RESET, which must come before any change of a later round. Returns the names in the events before it. */
async function readUntilReset(stream: TestStream): Promise<readonly string[]> {
  const names: string[] = [];
  for (
    let change = await stream.change();
    change.kind !== "RESET";
    change = await stream.change()
  ) {
    expect(change.node.name).toMatch(/^first /);
    names.push(change.node.name);
  }
  return names;
}
