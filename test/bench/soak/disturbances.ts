import { setTimeout } from "node:timers/promises";
import type { Program, Stage } from "./stage.ts";

type Part = "registry" | "gateway" | "machine";

/** A time in which a part did not work. */
interface Disturbance {
  readonly part: Part;
  readonly title: string;
  readonly from: number;
  until: number;
}

/**
 * The errors that a disturbance explains, and how long after its end.
 *
 * - A registry that stalls or restarts answers nothing. What needs it gets one of these codes. The gateway's circuit breaker tries it again after
 *   at most 2 s; a request that began while it was down may end with its deadline (10 s) later, which counts from its beginning. A list that was being read may
 *   be delivered as incomplete.
 * - What a gateway had begun to send when it was killed is lost. Whatever it had not begun, the balancer asks the other gateway.
 * - A gateway that gets no core of the machine turns requests away, as it should, and its calls of the registry may run into their timeout.
 *   This program, if it gets none, takes its events late. These times are measured, not planned: `starvation.ts`.
 */
const explained: Readonly<
  Record<Part, { readonly codes: readonly string[]; readonly afterMs: number }>
> = {
  registry: {
    codes: ["REGISTRY_UNAVAILABLE", "REGISTRY_TIMEOUT", "REQUEST_DEADLINE", "LIST_INCOMPLETE"],
    afterMs: 3_000,
  },
  gateway: { codes: ["NO_RESPONSE", "STATUS_502", "STREAM_ENDED"], afterMs: 500 },
  machine: {
    codes: ["OVERLOADED", "REGISTRY_TIMEOUT", "REGISTRY_UNAVAILABLE", "REQUEST_DEADLINE"],
    afterMs: 3_000,
  },
};

/** Stops and restarts parts of the stage. */
export class Disturbances {
  readonly all: Disturbance[] = [];
  readonly #stage: Stage;

  /** The latest time in which a gateway or this program got no core. */
  #starved: Disturbance | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Whether an error of a request that was under way at this time is explained. */
  explain(code: string, from: number, to: number): boolean {
    return this.all.some((one) => {
      const { codes, afterMs } = explained[one.part];
      return codes.includes(code) && one.from <= to && one.until + afterMs >= from;
    });
  }

  /** Whether nothing has been disturbed for so long. */
  isCalm(ms: number): boolean {
    return this.all.every(({ until }) => until < performance.now() - ms);
  }

  /** Notes that a gateway or this program got no core in this time. */
  noteStarved(from: number, until: number): void {
    const last = this.#starved;
    if (last !== undefined && from - last.until < 1_000) {
      last.until = until;
      return;
    }
    this.#starved = { part: "machine", title: "a program got no core", from, until };
    this.all.push(this.#starved);
  }

  /** How often each was, by title. */
  get counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { title } of this.all) counts.set(title, (counts.get(title) ?? 0) + 1);
    return counts;
  }

  /** The kills of the gateway, as times. */
  get killTimes(): readonly number[] {
    return this.all.filter(({ part }) => part === "gateway").map(({ from }) => from);
  }

  /** Disturbs one part after another until `over` is aborted: each period has one kill of a gateway. */
  async keepDisturbing(periodMs: number, over: AbortSignal): Promise<void> {
    const short = [() => this.#stall(1_000), () => this.#kill(), () => this.#restart("SIGTERM")];
    const long = [
      () => this.#stall(1_000),
      () => this.#stall(6_000),
      () => this.#restart("SIGTERM"),
      () => this.#kill(),
      () => this.#stall(3_000),
      () => this.#restart("SIGKILL"),
    ];
    const steps = periodMs >= 300_000 ? long : short;
    try {
      for (let step = 0; ; step += 1) {
        await setTimeout(periodMs / steps.length, undefined, { signal: over });
        await steps[step % steps.length]?.();
      }
    } catch (error) {
      if (!over.aborted) throw error;
    }
  }

  async #during(part: Part, title: string, work: () => Promise<void>): Promise<void> {
    const until = Number.POSITIVE_INFINITY;
    const disturbance = { part, title, from: performance.now(), until };
    this.all.push(disturbance);
    await work();
    disturbance.until = performance.now();
  }

  /** The registry's process stands still: connections are accepted, and nothing is answered. */
  #stall(ms: number): Promise<void> {
    const { registry } = this.#stage;
    return this.#during("registry", `registry stalled for ${ms / 1000} s`, async () => {
      const { pid } = registry;
      process.kill(pid, "SIGSTOP");
      await setTimeout(ms);
      process.kill(pid, "SIGCONT");
    });
  }

  #restart(signal: NodeJS.Signals): Promise<void> {
    return this.#during("registry", `registry restarted (${signal})`, () =>
      restart(this.#stage.registry, signal),
    );
  }

  #kill(): Promise<void> {
    return this.#during("gateway", "gateway killed", () =>
      restart(this.#stage.gateways[1], "SIGKILL"),
    );
  }
}

async function restart(program: Program, signal: NodeJS.Signals): Promise<void> {
  await program.end(signal);
  await setTimeout(2_000);
  await program.start();
}
