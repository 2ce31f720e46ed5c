import type { Dispatcher } from "undici";
import type { Carriers } from "../../../../src/registry-client/http-client.ts";
import { ResponseReader } from "../../../../src/registry-client/response-reader.ts";
import type { ManualClock } from "../../../support/manual-clock.ts";
import { type Reply, type ReplyName, replies } from "./replies.ts";

/** How far a reply is sent. */
export type Stage = "begun" | "head" | "end";

interface Connection {
  isUsed: boolean;
  isLost: boolean;
  release(): void;
}

/** One attempt of a call on its way, as undici carries it. */
export class Sending {
  readonly path: string;
  readonly at: number;
  /** What had happened before it was sent: see `Network.moment`. */
  readonly moment: number;
  /** Whether it is the same attempt again, on a new connection. */
  readonly isAgain: boolean;
  readonly connection: Connection;
  /** The moment at which its reply began to arrive. */
  begunAt: number | undefined;
  replyName: ReplyName | undefined;
  state: "connecting" | "open" | "ended" | "aborted" = "connecting";
  /** Whether the attempt was logged. */
  isLogged = false;
  /** Whether the attempt was sent again on a new connection. */
  isRepeated = false;
  /** Whether the attempt began when it was sent: nothing waited for a slot. */
  isImmediate = false;
  /** Whether its end was noted; before it has a connection, that it may have timed out. */
  isNoted = false;
  hasHead = false;
  readonly #reader: ResponseReader;

  constructor(
    reader: ResponseReader,
    about: { path: string; at: number; moment: number; isAgain: boolean; connection: Connection },
  ) {
    this.#reader = reader;
    this.path = about.path;
    this.at = about.at;
    this.moment = about.moment;
    this.isAgain = about.isAgain;
    this.connection = about.connection;
  }

  /** The number that the path has for the question that made the call. */
  get question(): number {
    return Number(/\bask=(\d+)/.exec(this.path)?.[1]);
  }

  /** Whether the connection was lost while it was idle, for all that anybody can tell. */
  get isStale(): boolean {
    return !this.isAgain && this.connection.isUsed && this.begunAt === undefined;
  }

  get reply(): Reply | undefined {
    return this.replyName && replies[this.replyName];
  }

  /** undici has a connection, and sends the request. */
  connect(): void {
    if (this.state !== "connecting") return;
    this.state = "open";
    this.isNoted = false;
    this.#reader.onRequestStart({
      abort: () => {
        if (this.state === "open") this.state = "aborted";
      },
    });
  }

  fail(error: string): void {
    this.state = "ended";
    this.connection.isLost = true;
    const code = error === "HPE" ? { name: "HTTPParserError" } : { code: error };
    this.#reader.onResponseError(null, Object.assign(new Error("lost"), code));
  }

  /** Sends the reply up to a stage, from where it stopped before. */
  send(upTo: Stage, text: string, moment: number): void {
    const { status, headers = {}, body, error } = this.reply ?? {};
    const controller = { abort: () => this.abort() };
    if (status === undefined) {
      if (upTo === "end") this.fail(error ?? "");
      return;
    }
    if (this.begunAt === undefined) {
      this.begunAt = moment;
      this.#reader.onResponseStarted();
    }
    if (upTo === "begun") return;
    if (!this.hasHead) {
      this.hasHead = true;
      this.#reader.onResponseStart(controller, status, this.#fill(headers));
    }
    if (upTo === "head" || this.state !== "open") return;
    if (body) this.#reader.onResponseData(controller, body(text));
    if (this.state !== "open") return;
    if (error) {
      this.fail(error);
      return;
    }
    this.state = "ended";
    this.#reader.onResponseEnd();
  }

  abort(): void {
    if (this.state === "open") this.state = "aborted";
  }

  #fill(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const { location } = headers;
    if (location === undefined) return headers;
    return { ...headers, location: location.replace("{path}", this.path) };
  }
}

function noCalls(): Connection {
  return { isUsed: false, isLost: false, release() {} };
}

/** A network whose every event the test causes. Above it, all is as it is in the gateway. */
export class Network {
  readonly sendings: Sending[] = [];
  readonly carriers: Carriers = {
    reusing: this.#carrier(false),
    renewing: this.#carrier(true),
  };
  /** Counts what happens, in its order. The clock would not do: much happens at the same time. */
  moment = 0;
  readonly #clock: ManualClock;
  readonly #idle: Connection[] = [];

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  get open(): readonly Sending[] {
    return this.sendings.filter(({ state }) => state === "open" || state === "connecting");
  }

  /** Gives the connections of what has ended to later calls. */
  tidy(): void {
    for (const { connection, isAgain } of this.sendings.filter(({ state }) => state === "ended")) {
      const isTaken = this.open.some((other) => other.connection === connection);
      if (isTaken || isAgain || connection.isLost || this.#idle.includes(connection)) continue;
      this.#idle.push(connection);
    }
  }

  #carrier(isAgain: boolean): Carriers["reusing"] {
    return {
      dispatch: ({ path }: Dispatcher.DispatchOptions, reader: unknown) => {
        if (!(reader instanceof ResponseReader)) throw new TypeError("not a reader");
        const connection = (isAgain ? undefined : this.#idle.pop()) ?? noCalls();
        if (!isAgain) reader.connection = connection;
        this.moment += 1;
        const { moment } = this;
        const at = this.#clock.now();
        const sending = new Sending(reader, { path, at, moment, isAgain, connection });
        this.sendings.push(sending);
        if (connection.isUsed) sending.connect();
        return true;
      },
      destroy: async () => {},
    };
  }
}
