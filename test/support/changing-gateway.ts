import { type SubscribeOptions, subscribe, type TestStream } from "./event-stream.ts";
import { startGateway, type TestGateway } from "./gateway.ts";
import { type ListRegistry, type PlainRecord, startListRegistry } from "./list-registry.ts";
import { ManualClock } from "./manual-clock.ts";
import { readMetrics } from "./metrics.ts";

/** A gateway whose clock the test moves, in front of a registry with just the records that the test describes. */
export interface ChangingGateway extends TestGateway {
  readonly registry: ListRegistry;
  readonly clock: ManualClock;
  /** Sends a subscription with the registry's key. */
  subscribe(query: string, options?: SubscribeOptions): Promise<TestStream>;
  /** The metrics whose lines match the pattern, by name and labels. */
  metrics(pattern: RegExp): Promise<Readonly<Record<string, number>>>;
  /**
   * Moves the clock so far that polls of all followed lists are due, and resolves when they have been polled.
   * @param ms how far, by default 10 seconds: the default of CHANGES_POLL_SECONDS.
   */
  poll(ms?: number): Promise<void>;
}

/** Starts the registry and the gateway. */
export async function startChangingGateway({
  settings,
  links,
  ...records
}: Parameters<typeof startListRegistry>[0] &
  Pick<Parameters<typeof startGateway>[0], "settings" | "links">): Promise<ChangingGateway> {
  const registry = await startListRegistry(records);
  const clock = new ManualClock();
  const { url: registryUrl, key } = registry;
  const gateway = await startGateway({
    ...{ registryUrl, key, clock },
    ...(links && { links }),
    ...(settings && { settings }),
  });
  const metrics = async (pattern: RegExp) => {
    const all = [...(await readMetrics(gateway.url))];
    return Object.fromEntries(all.filter(([name, value]) => pattern.test(`${name} ${value}`)));
  };
  const countPolls = async () => {
    const polls = Object.values(await metrics(/^tapgraph_changes_polls_total/));
    return polls.reduce((sum, count) => sum + count, 0);
  };
  return {
    ...gateway,
    registry,
    clock,
    subscribe: (query, options) => subscribe(gateway.url, query, { key, ...options }),
    metrics,
    async poll(ms = stepMs) {
      const { tapgraph_changes_lists: lists = 0 } = await metrics(/^tapgraph_changes_lists/);
      const due = (await countPolls()) + lists;
      // In steps, because a call that begins within a longer one would time out.
      for (let passed = 0; passed < ms; passed += stepMs) clock.advance(stepMs);
      while ((await countPolls()) < due);
    },
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

const stepMs = 10_000;

/** A record with a name, and with the same timestamps as all others. */
export function named(id: string | number, name: string, more: object = {}): PlainRecord {
  return { id, name, added_when: 1, last_update: 1, ...more };
}
