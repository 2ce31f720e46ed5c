import { type CacheFailure, toLogFields } from "./cache-failure.ts";

export interface CacheLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface AvailabilityLogOptions {
  readonly log: CacheLog;
  readonly host: string;
  /** Resolves after `ms` milliseconds, or to false as soon as the client is disposed of. */
  readonly pause: (ms: number) => Promise<boolean>;
}

/** A server has relapsed if it is lost within this time after its return, in milliseconds. */
const steadyMs = 10_000;

/** After this many relapses in a row, the return of the server is not logged until it has stayed for `steadyMs`. */
const maxRelapses = 2;

/** Logs when the cache server is lost, and when it is used again. A server that comes and goes does not fill the log. */
export class AvailabilityLog {
  readonly #options: AvailabilityLogOptions;
  /** What the last line said; undefined if there was none. */
  #logged: "lost" | "used" | undefined;
  #losses = 0;
  /** How many times in a row the server was lost soon after its return. */
  #relapses = 0;
  #usedSince: number | undefined;

  constructor(options: AvailabilityLogOptions) {
    this.#options = options;
  }

  /** Notes that the server is lost, or could not be reached. */
  noteLost(failure: CacheFailure): void {
    this.#losses += 1;
    if (this.#usedSince !== undefined) {
      const wasSteady = performance.now() - this.#usedSince >= steadyMs;
      this.#relapses = wasSteady ? 0 : this.#relapses + 1;
      this.#usedSince = undefined;
    }
    if (this.#logged === "lost") return;
    this.#logged = "lost";
    const { log, host } = this.#options;
    log.warn(
      { server: host, ...toLogFields(failure) },
      "the shared cache is lost: this process works without it until it is back",
    );
  }

  /** Notes that the server is used from now on. */
  async noteUsed(): Promise<void> {
    const losses = this.#losses;
    const { log, host, pause } = this.#options;
    this.#usedSince = performance.now();
    const hasStayed = async () => (await pause(steadyMs)) && losses === this.#losses;
    if (this.#relapses >= maxRelapses && !(await hasStayed())) return;
    if (this.#logged === "used") return;
    this.#logged = "used";
    log.info({ server: host }, "the shared cache is used");
  }
}
