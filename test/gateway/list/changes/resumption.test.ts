import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChangeEvent } from "../../../../src/gateway/list/changes/change.ts";
import type { Listener } from "../../../../src/gateway/list/changes/listener.ts";
import type { Subject } from "../../../../src/registry-client/records.ts";
import { runs, seed } from "../../../support/seed.ts";
import { createWorld, type World } from "./world.ts";

const ids = ["a", "b", "c", "d", "e"] as const;

type Event =
  | { readonly what: "put"; readonly list: Subject; readonly id: string }
  | { readonly what: "remove"; readonly list: Subject; readonly id: string }
  | { readonly what: "poll" }
  | { readonly what: "read"; readonly events: number }
  /** The connection is lost, and with it this many events that were on their way. */
  | { readonly what: "drop"; readonly lost: number };

const list = fc.constantFrom<Subject>("tag", "terminal");
const id = fc.constantFrom(...ids);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant("put"), list, id } as const) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("remove"), list, id } as const) },
  { weight: 3, arbitrary: fc.constant({ what: "poll" } as const) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant("read"), events: fc.integer({ min: 1, max: 3 }) }),
  } as const,
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant("drop"), lost: fc.integer({ min: 0, max: 3 }) }),
  } as const,
);

const subjects = fc.constantFrom<readonly Subject[]>(["tag"], ["terminal"], ["tag", "terminal"]);

/** An event that has arrived, with the lists as they were read then: what a client loads on a RESET. */
interface Received {
  readonly event: ChangeEvent;
  readonly lists: ReadonlyMap<string, string>;
}

/** A client that applies the events to its lists, resumes after the last one it knows of, and notes impossible events. */
class Client {
  readonly wrong: string[] = [];
  readonly kinds = new Set<string>();
  readonly #world: World;
  readonly #subjects: readonly Subject[];
  #known: ReadonlyMap<string, string> = new Map();
  #cursor: string | null = null;
  #listener: Listener | undefined;
  #next: Promise<IteratorResult<ChangeEvent, undefined>> | undefined;
  #received: Received[] = [];

  constructor(world: World, of: readonly Subject[]) {
    this.#world = world;
    this.#subjects = of;
  }

  /** Applies the events that have arrived, and lets at most this many more arrive. */
  async read(events: number): Promise<void> {
    for (const received of this.#received.splice(0)) this.#apply(received);
    this.#listener ??= await this.#world.listen(this.#subjects, this.#cursor);
    for (let come = 0; come < events; come += 1) {
      this.#next ??= this.#listener.next();
      const next = await Promise.race([this.#next, setImmediate(null)]);
      if (next === null) return;
      this.#next = undefined;
      if (next.value) this.#received.push({ event: next.value, lists: this.#lists() });
    }
  }

  /** Loses the connection, and the last `lost` events that were not applied yet. */
  async drop(lost: number): Promise<void> {
    const kept = Math.max(this.#received.length - lost, 0);
    for (const received of this.#received.splice(0).slice(0, kept)) this.#apply(received);
    await this.#listener?.return();
    this.#listener = undefined;
    this.#next = undefined;
  }

  /** Reads all that is left, and returns what went wrong. */
  async finish(): Promise<readonly string[]> {
    await this.read(100);
    await this.read(0);
    const [known, lists] = [this.#known, this.#lists()].map((one) =>
      JSON.stringify([...one].sort()),
    );
    return known === lists ? this.wrong : [...this.wrong, `${known} is not ${lists}`];
  }

  #lists(): Map<string, string> {
    const { asRead } = this.#world;
    return new Map(
      this.#subjects.flatMap((one) =>
        [...asRead[one]].map(([key, name]) => [`${one} ${key}`, name]),
      ),
    );
  }

  #apply({ event, lists }: Received): void {
    this.#cursor = event.cursor;
    this.kinds.add(event.kind);
    if (event.kind === "RESET") {
      this.#known = lists;
      return;
    }
    if (event.position === undefined) this.kinds.add("MERGED");
    const known = new Map(this.#known);
    const name = `${event.subject} ${event.id}`;
    const before = known.get(name);
    const now = event.record === null ? undefined : String(event.record.fields["name"]);
    const isPossible = {
      ADDED: before === undefined && now !== undefined,
      CHANGED: before !== undefined && now !== undefined && now !== before,
      REMOVED: before !== undefined && now === undefined,
    }[event.kind];
    if (!isPossible) this.wrong.push(`${event.kind} ${name}: ${before} became ${now}`);
    if (now === undefined) known.delete(name);
    else known.set(name, now);
    this.#known = known;
  }
}

test(`clients that lose their connections and resume miss no change and get none twice (seed ${seed})`, async () => {
  const kinds = { ADDED: 0, CHANGED: 0, REMOVED: 0, RESET: 0, MERGED: 0 };
  const property = fc.asyncProperty(
    fc.array(fc.tuple(fc.nat(1), event), { minLength: 20, maxLength: 120, size: "max" }),
    fc.tuple(subjects, subjects),
    async (events, of) => {
      using world = createWorld();
      const clients = of.map((one) => new Client(world, one));
      let names = 0;
      for (const [who, { what, ...more }] of events as [number, AnyEvent][]) {
        const client = clients[who];
        const { list: kind = "tag", id: key = "", events: count = 0, lost = 0 } = more;
        names += 1;
        if (what === "put") world[kind].set(key, `name ${names}`);
        else if (what === "remove") world[kind].delete(key);
        else if (what === "poll") await world.poll();
        else if (what === "read") await client?.read(count);
        else await client?.drop(lost);
      }
      for (const client of clients) {
        await client.read(0);
        await world.poll();
        expect(await client.finish()).toEqual([]);
        for (const kind of client.kinds) kinds[kind as keyof typeof kinds] += 1;
      }
    },
  );
  await fc.assert(property, { seed, numRuns: runs(120) });
  for (const times of Object.values(kinds)) expect(times).toBeGreaterThan(12);
});

interface AnyEvent {
  readonly what: Event["what"];
  readonly list?: Subject;
  readonly id?: string;
  readonly events?: number;
  readonly lost?: number;
}
