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
 * - A registry that stalls or restarts answers nothing. The gateway's circuit breaker tries it again
 *   after at most 2 s; a request that began while it was down may end with its deadline. A list that
 *   was being read may be delivered as incomplete.
 * - What a gateway had begun to send when it was killed is lost.
 * - A gateway that gets no core of the machine turns requests away, as it should, and its calls of
 *   the registry may run into their timeout. This is measured, not planned.
 */
const explained: Readonly<
  Record<Part, { readonly codes: readonly string[]; readonly afterMs: number }>
> = {
  registry: {
    codes: ["REGISTRY_UNAVAILABLE", "REGISTRY_TIMEOUT", "REQUEST_DEADLINE", "LIST_INCOMPLETE"],
    afterMs: 3_000,
  },
  gateway: { codes: ["NO_RESPONSE", "STREAM_ENDED"], afterMs: 500 },
  machine: {
    codes: ["OVERLOADED", "REGISTRY_TIMEOUT", "REGISTRY_UNAVAILABLE", "REQUEST_DEADLINE"],
    afterMs: 3_000,
  },
};

/** This program asks for a turn so often. If one is late, the machine had no core. */
const turnMs = 100;
const maxLateMs = 100;

/** Stops and restarts parts of the stage. */
export class Disturbances {
  readonly #all: Disturbance[] = [];
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Whether an error of a request that was under way at this time is explained. */
  explain(code: string, from: number, to: number): boolean {
    return this.#all.some((one) => {
      const { codes, afterMs } = explained[one.part];
      return codes.includes(code) && one.from <= to && one.until + afterMs >= from;
    });
  }

  /** Whether nothing has been disturbed for so long. */
  isCalm(ms: number): boolean {
    return this.#all.every(({ until }) => until < performance.now() - ms);
  }

  /** How often each was, by title. */
  get counts(): ReadonlyMap<string, number> {
    const titles = Map.groupBy(this.#all, ({ title }) => title);
    return new Map([...titles].map(([title, all]) => [title, all.length]));
  }

  /** Disturbs one part after another until `over` is aborted, with one kill each period. */
  async keepDisturbing(periodMs: number, over: AbortSignal): Promise<void> {
    const steps = [
      () => this.#stall(1_000),
      () => this.#kill(),
      () => this.#restart("SIGTERM"),
      () => this.#stall(6_000),
      () => this.#restart("SIGKILL"),
    ];
    for (let step = 0; await isStill(over, periodMs / steps.length); step += 1) {
      await steps[step % steps.length]?.();
    }
  }

  /** Notes the times in which this program got no core. The gateways have none then either. */
  async watchMachine(over: AbortSignal): Promise<void> {
    for (let last = performance.now(); await isStill(over, turnMs); last = performance.now()) {
      const now = performance.now();
      const part = "machine";
      const disturbance = {
        part,
        title: "the machine had no core",
        from: last,
        until: now,
      } as const;
      if (now - last > turnMs + maxLateMs) this.#all.push(disturbance);
    }
  }

  /** The registry's process stands still: connections are accepted, and nothing is answered. */
  #stall(ms: number): Promise<void> {
    const { pid } = this.#stage.registry;
    return this.#during("registry", `registry stalled for ${ms / 1000} s`, async () => {
      process.kill(pid, "SIGSTOP");
      await setTimeout(ms);
      process.kill(pid, "SIGCONT");
    });
  }

  #restart(signal: NodeJS.Signals): Promise<void> {
    const { registry } = this.#stage;
    const title = `registry restarted (${signal})`;
    return this.#during("registry", title, () => restart(registry, signal));
  }

  #kill(): Promise<void> {
    const [, gateway] = this.#stage.gateways;
    return this.#during("gateway", "gateway killed", () => restart(gateway, "SIGKILL"));
  }

  async #during(part: Part, title: string, work: () => Promise<void>): Promise<void> {
    const until = Number.POSITIVE_INFINITY;
    const disturbance = { part, title, from: performance.now(), until };
    this.#all.push(disturbance);
    await work();
    disturbance.until = performance.now();
  }
}

async function restart(program: Program, signal: NodeJS.Signals): Promise<void> {
  await program.end(signal);
  await setTimeout(2_000);
  await program.start();
}

/** Waits. Returns whether the run is not over then. */
export async function isStill(over: AbortSignal, ms: number): Promise<boolean> {
  await setTimeout(ms, undefined, { signal: over }).catch(() => {});
  return !over.aborted;
}
