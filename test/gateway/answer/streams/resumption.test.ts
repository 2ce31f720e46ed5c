import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRandom } from "../../../../src/registry/sample/random.ts";
import { subscribe } from "../../../support/event-stream.ts";
import { startGateway, type TestGateway } from "../../../support/gateway.ts";
import { named, type PlainRecord } from "../../../support/project.ts";
import { startScriptedRegistry } from "../../../support/scripted-registry.ts";
import { seed } from "../../../support/seed.ts";
import { until } from "../../../support/upstream.ts";

const query = `subscription ($after: String) {
  changes(of: [TAG], after: $after) { kind cursor id node { ... on Tag { tagId name } } }
}`;

/**
 * A client that loses its connection again and again, and applies the events to its list. Too slow
 * for a RESET not to come, it reads the list, which may have some of the changes that follow.
 */
class Client {
  readonly known = new Map<string, string>();
  readonly wrong: string[] = [];
  drops = 0;
  resets = 0;
  #cursor: string;
  /** The tags' own ids by their global ids. */
  readonly #ids = new Map<string, string>();

  constructor(cursor: string) {
    this.#cursor = cursor;
  }

  /** Follows the changes until `isOver`, and reads a random number of events on each connection. */
  async follow(
    gateway: TestGateway,
    { random, isOver }: { random: () => number; isOver: () => boolean },
  ) {
    while (!isOver()) {
      const protocol = random() < 0.5 ? "sse" : "multipart";
      await using stream = await subscribe(gateway.url, query, {
        ...{ key: "k", protocol },
        variables: { after: this.#cursor },
      });
      for (let left = Math.floor(random() * 12); left > 0 && !isOver(); ) {
        const part = await stream.part();
        if (part?.kind !== "next") continue;
        const change: Change = part.result.data.changes;
        if (change.kind === "RESET") await this.#readList(gateway, change.cursor);
        else this.#apply(change);
        left -= 1;
      }
      this.drops += 1;
    }
  }

  async #readList(gateway: TestGateway, cursor: string): Promise<void> {
    this.#cursor = cursor;
    this.resets += 1;
    const { data } = await gateway.query("{ tags(filter: {}) { nodes { id tagId name } } }");
    this.known.clear();
    for (const { id, tagId, name } of data.tags.nodes) {
      this.#ids.set(id, tagId);
      this.known.set(tagId, name);
    }
  }

  #apply({ kind, cursor, id, node }: Applicable): void {
    this.#cursor = cursor;
    const before = this.known.get(this.#ids.get(id) ?? "");
    const isPossible = {
      ADDED: before === undefined && node !== null,
      CHANGED: before !== undefined && node !== null && node.name !== before,
      REMOVED: before !== undefined && node === null,
    }[kind];
    if (!isPossible && this.resets === 0)
      this.wrong.push(`${kind} ${this.#ids.get(id)}: ${before} became ${node?.name}`);
    if (node === null) this.known.delete(this.#ids.get(id) ?? "");
    else {
      this.#ids.set(id, node.tagId);
      this.known.set(node.tagId, node.name);
    }
  }
}

interface Applicable {
  readonly kind: "ADDED" | "CHANGED" | "REMOVED";
  readonly cursor: string;
  readonly id: string;
  readonly node: { readonly tagId: string; readonly name: string } | null;
}

type Change = Applicable | { readonly kind: "RESET"; readonly cursor: string };

test(`clients whose connections are cut off at random miss no change and get none twice (seed ${seed})`, async () => {
  const tags: PlainRecord[] = [];
  await using list = await startScriptedRegistry({ tags });
  const settings = { CHANGES_POLL_SECONDS: "0.02" };
  await using gateway = await startGateway({ registryUrl: list.url, key: "k", settings });
  await using first = await subscribe(gateway.url, query, { key: "k" });
  const { cursor } = await first.change();
  const clients = Array.from({ length: 8 }, () => new Client(cursor));
  let isOver = false;
  const following = clients.map((client, index) => {
    const random = createRandom(seed + index);
    return client.follow(gateway, { random: () => random.next(), isOver: () => isOver });
  });
  const random = createRandom(seed);
  const enough = list.calls.length + 400;
  for (let name = 0; list.calls.length < enough; name += 1) {
    const at = random.integer(0, 30);
    const id = `t${at}`;
    const place = tags.findIndex((tag) => tag.id === id);
    if (place < 0) tags.push(named(id, `name ${name}`));
    else if (random.next() < 0.4) tags.splice(place, 1);
    else tags[place] = named(id, `name ${name}`);
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  }
  const final = JSON.stringify(tags.map(({ id, name }) => [id, name]).sort());
  const isSame = ({ known }: Client) => JSON.stringify([...known].sort()) === final;
  await until(() => clients.every(isSame) || clients.some(({ wrong }) => wrong.length > 0));
  isOver = true;
  // Clients that wait for an event get one, and see that it is over.
  tags.push(named("last", "last"));
  await Promise.all(following);
  const drops = clients.reduce((sum, client) => sum + client.drops, 0);
  expect(clients.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(drops).toBeGreaterThan(100);
});
