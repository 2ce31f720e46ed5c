import { setImmediate } from "node:timers/promises";
import { type GatewayResponse, startGateway, type TestGateway } from "../support/gateway.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { type ModelServer, serveModels } from "./model/server.ts";
import { links } from "./model/world.ts";

/** The settings of a gateway, as far as the oracle must know them. */
export interface BenchSettings {
  readonly maxLimit: number | "auto";
  readonly cacheSeconds: number;
  readonly snapshotSeconds: number;
}

export const gatewaySettings: readonly BenchSettings[] = [
  { maxLimit: "auto", cacheSeconds: 0, snapshotSeconds: 30 },
  { maxLimit: 10, cacheSeconds: 0, snapshotSeconds: 30 },
  { maxLimit: 25, cacheSeconds: 2, snapshotSeconds: 5 },
  { maxLimit: 40, cacheSeconds: 0, snapshotSeconds: 0 },
];

/** How often the changes of a list are looked for: so rarely that time passes for other reasons in between. */
export const pollSeconds = 3600;

/** A clock that tells when time has passed. */
class ToldClock extends ManualClock {
  onAdvance: () => void = () => {};

  override advance(ms: number): void {
    super.advance(ms);
    this.onAdvance();
  }
}

/** A gateway whose time stands still unless a scenario moves it. */
export interface Bench extends AsyncDisposable {
  readonly settings: BenchSettings;
  readonly gateway: TestGateway;
  readonly clock: ToldClock;
}

export async function startBench(server: ModelServer, settings: BenchSettings): Promise<Bench> {
  const clock = new ToldClock();
  const gateway = await startGateway({
    registryUrl: server.url,
    key: "none",
    links,
    clock,
    settings: {
      REGISTRY_MAX_LIMIT: String(settings.maxLimit),
      CACHE_TTL_SECONDS: String(settings.cacheSeconds),
      SNAPSHOT_TTL_SECONDS: String(settings.snapshotSeconds),
      CHANGES_POLL_SECONDS: String(pollSeconds),
      // Time passes in leaps.
      REGISTRY_TIMEOUT_MS: "600000",
      REQUEST_DEADLINE_MS: "600000",
    },
  });
  return { settings, gateway, clock, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() };
}

/** All gateways, started when they are first needed. */
export class Benches implements AsyncDisposable {
  readonly server: ModelServer;
  readonly #stack: AsyncDisposableStack;
  readonly #started = new Map<number, Bench>();

  private constructor(server: ModelServer, stack: AsyncDisposableStack) {
    this.server = server;
    this.#stack = stack;
  }

  static async start(): Promise<Benches> {
    const stack = new AsyncDisposableStack();
    return new Benches(stack.use(await serveModels()), stack);
  }

  /** A gateway that has been in use since the first scenario. */
  async used(index: number): Promise<Bench> {
    const started = this.#started.get(index);
    if (started) return started;
    const bench = this.#stack.use(await this.fresh(index));
    this.#started.set(index, bench);
    return bench;
  }

  /** A gateway of its own, which the caller must dispose of. */
  fresh(index: number): Promise<Bench> {
    const settings = gatewaySettings[index % gatewaySettings.length];
    if (settings === undefined) throw new RangeError("there are no gateways");
    return startBench(this.server, settings);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync().then(() => {});
  }
}

/** How long an answer may take, in real milliseconds, before time passes for the gateway too. */
const patienceMs = 3000;

/** The same after the registry has failed: the gateway waits a moment before it tries again. */
const pauseMs = 10;

/** How many such moments there are after each failure. */
const maxPauses = 10;

/**
 * Waits for a promise. If it takes long, the gateway waits for time to pass, so some does.
 * @param failures how many calls the registry has failed to answer so far.
 * @throws if even that does not help.
 */
export async function whileTimePasses<T>(
  clock: ManualClock,
  promise: Promise<T>,
  failures: () => number,
): Promise<T> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  let [waitedSince, waits, failed] = [performance.now(), 0, failures()];
  let pausesLeft = 0;
  while (!isSettled) {
    await setImmediate();
    if (failures() > failed) [failed, pausesLeft] = [failures(), maxPauses];
    const mayPause = pausesLeft > 0;
    const waitedMs = performance.now() - waitedSince;
    if (isSettled || waitedMs < (mayPause ? pauseMs : patienceMs)) continue;
    if (mayPause) pausesLeft -= 1;
    else if (++waits > 5) throw new Error("the gateway does not answer");
    clock.advance(mayPause ? 300 : waits * 1000);
    waitedSince = performance.now();
  }
  return promise;
}

export function codesOf({ errors, extensions }: Pick<GatewayResponse, "errors" | "extensions">): {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
} {
  const warnings = (extensions?.["warnings"] ?? []) as readonly { readonly code: string }[];
  return {
    errors: (errors ?? []).map((error) => error.extensions.code),
    warnings: warnings.map(({ code }) => code),
  };
}
