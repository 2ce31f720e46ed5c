import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { RegistryError } from "../../../../src/gateway/base/errors.ts";
import type { CallLogEntry } from "../../../../src/gateway/call/steps/tell.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { createBudget, createCalls } from "../../../support/upstream.ts";
import { Evidence, type Outcome } from "./evidence.ts";
import { Network, type Sending, type Stage } from "./network.ts";
import { type Data, type Key, Question, subjects } from "./questions.ts";
import { maxBodyBytes, type ReplyName } from "./replies.ts";

export const timeoutMs = 1_000;
const ttlMs = 2_000;
const slots = 3;

/** What happens next. A number chooses one of those that there are. */
export type Event =
  | {
      readonly type: "ask";
      readonly key: Key;
      readonly subject: number;
      readonly isBulk: boolean;
      readonly isFresh: boolean;
      readonly deadlineMs: number;
      readonly maxCalls: number;
      /** How often it is asked. */
      readonly times: number;
      /** What follows each time at once: its call is answered so whenever it is sent, or its caller leaves. */
      readonly next: ReplyName | "leave" | "nothing";
      /** How much time passes after each reply. */
      readonly thenMs: number;
    }
  | {
      readonly type: "reply";
      readonly which: number;
      readonly name: ReplyName;
      readonly upTo: Stage;
    }
  | { readonly type: "leave"; readonly which: number }
  | { readonly type: "wait"; readonly ms: number }
  | { readonly type: "connections"; readonly are: "made" | "refused" | "awaited" };

/** A gateway's calls, their callers and the registry, and what must hold of them whatever happens. */
export class World {
  readonly #clock = new ManualClock();
  readonly #network = new Network(this.#clock);
  readonly #questions: Question[] = [];
  readonly #evidence = new Evidence();
  readonly #knownKeys = new Set<Key>();
  readonly #retries = new Map<number, number>();
  readonly #hasCache: boolean;
  readonly #calls;
  #connections: "made" | "refused" | "awaited" = "made";
  #isClosed = false;

  constructor({ hasCache }: { hasCache: boolean }) {
    this.#hasCache = hasCache;
    this.#calls = createCalls("http://registry.example", {
      settings: {
        REGISTRY_TIMEOUT_MS: timeoutMs,
        REGISTRY_MAX_CONNECTIONS: slots,
        CACHE_TTL_SECONDS: hasCache ? ttlMs / 1000 : 0,
      },
      maxBodyBytes,
      clock: this.#clock,
      random: () => 0.5,
      carriers: this.#network.carriers,
      onCall: (entry) => this.#noteLogged(entry),
    });
  }

  /** Lets something happen, and checks what must hold at any time. */
  async happen(event: Event, isAwaited: boolean): Promise<void> {
    const before = this.#snapshot();
    this.#network.moment += 1;
    await this.#do(event);
    await flush();
    this.#noteTimeouts();
    if (isAwaited) await this.#settle();
    this.#check(before, isAwaited);
  }

  /** Lets the time pass until all is over, and checks that nothing is left. */
  async end(closes: boolean): Promise<void> {
    this.#connections = "made";
    if (closes) {
      this.#isClosed = true;
      await this.#calls[Symbol.asyncDispose]();
    } else {
      for (let round = 0; round < 12; round += 1) {
        await this.happen({ type: "wait", ms: timeoutMs + 1 }, true);
      }
      // A body that nobody wants any more may still be inflated.
      for (let turns = 0; turns < 5_000 && this.#clock.isWatched; turns += 1) {
        await setImmediate();
        this.#clock.advance(20);
      }
    }
    await this.#settle();
    for (const { settlements } of this.#questions) assert.equal(settlements.length, 1);
    const { running, waiting, awaitingRetry } = this.#calls.statistics();
    assert.deepEqual(
      { running, waiting, awaitingRetry },
      { running: 0, waiting: 0, awaitingRetry: 0 },
    );
    assert.deepEqual(this.#network.open, []);
    assert.equal(this.#clock.isWatched, false, "a timer is left");
    const waited = this.#questions.map(({ budget }) => budget.waitedMs);
    this.#clock.advance(timeoutMs);
    const laterWaited = this.#questions.map(({ budget }) => budget.waitedMs);
    assert.deepEqual(laterWaited, waited, "a question still waits");
    await this.#calls[Symbol.asyncDispose]();
  }

  async #do(event: Event): Promise<void> {
    switch (event.type) {
      case "ask":
        for (let time = 0; time < event.times; time += 1) await this.#askThen(event);
        return;
      case "reply": {
        const sending = choose(this.#network.open, event.which);
        if (sending) this.#reply(sending, event.name, event.upTo);
        return;
      }
      case "leave": {
        const question = choose(
          this.#questions.filter(({ isAwaited }) => isAwaited),
          event.which,
        );
        if (question) leave(question);
        return;
      }
      case "wait":
        this.#wait(event.ms);
        return;
      case "connections":
        this.#connections = event.are;
        return;
      default:
        event satisfies never;
    }
  }

  #wait(ms: number): void {
    const until = this.#clock.now() + ms;
    for (const question of this.#questions) {
      if (question.isPending && question.budget.deadlineAt <= until) question.hasLeft = true;
    }
    this.#clock.advance(ms);
    this.#noteTimeouts();
  }

  async #askThen(event: Event & { type: "ask" }): Promise<void> {
    const { next, thenMs } = event;
    const question = this.#ask(event);
    this.#network.moment += 1;
    if (next === "nothing") return;
    if (next === "leave") {
      leave(question);
      return;
    }
    const find = () => this.#network.open.find((one) => one.question === question.number);
    for (let sending = find(), times = 0; sending && times < 6; sending = find(), times += 1) {
      this.#reply(sending, next, "end");
      await flush();
      this.#checkBudgets();
      this.#wait(thenMs);
      await flush();
    }
  }

  #ask({ key, subject, isBulk, isFresh, deadlineMs, maxCalls }: Event & { type: "ask" }): Question {
    const number = this.#questions.length;
    const budget = createBudget({ deadlineMs, maxCalls, isBulk, clock: this.#clock });
    const { moment } = this.#network;
    const about = subjects[subject] ?? subjects[0];
    const question = new Question({ number, key, subject: about, budget, isFresh, moment });
    const joinable = this.#findJoinable(question);
    const mustJoin = joinable.some(({ isSure }) => isSure);
    this.#questions.push(question);
    const answer = this.#calls.get(
      question.toCall(() => this.#knownKeys.add(key)),
      budget,
    );
    void answer.then(
      (data) => question.settlements.push({ data }),
      (error) => question.settlements.push({ error }),
    );
    if (budget.calls > 0) question.callOf = number;
    if (budget.shared > 0) {
      assert.notEqual(joinable.length, 0, "a call was joined too late");
      question.callOf = joinable[0]?.call.number;
    }
    if (mustJoin && budget.cacheHits === 0)
      assert.equal(budget.shared, 1, "an equal call was not joined");
    return question;
  }

  /** The calls that a question may join, the latest first, and whether it is sure that it can. */
  #findJoinable(question: Question): readonly { call: Question; isSure: boolean }[] {
    return this.#questions
      .filter((call) => call.isEqualTo(question))
      .flatMap((call) => {
        const sendings = this.#network.sendings.filter((one) => one.question === call.number);
        const last = sendings.at(-1);
        const isSent = last?.state === "open" || last?.state === "connecting";
        if (isSent ? last.begunAt !== undefined : isRefresh(call)) return [];
        if (!isRefresh(call) && this.#waitersOf(call).length === 0) return [];
        const attempts = sendings.filter(({ isAgain }) => !isAgain);
        const begunAt = isSent || last === undefined ? beginningOf(call, attempts) : undefined;
        if (begunAt !== undefined && this.#clock.now() - begunAt >= timeoutMs / 2) return [];
        const isSure = isSent && begunAt !== undefined && !isRefresh(call);
        return [{ call, isSure, moment: last?.moment ?? call.moment }];
      })
      .sort((one, other) => other.moment - one.moment);
  }

  #waitersOf({ number }: Question): readonly Question[] {
    return this.#questions.filter(({ callOf, isAwaited }) => callOf === number && isAwaited);
  }

  #reply(sending: Sending, name: ReplyName, upTo: Stage): void {
    sending.connect();
    if (sending.state !== "open") return;
    sending.replyName ??= name;
    const { isStale, replyName } = sending;
    const isEnd = upTo === "end" || (upTo === "head" && replyName === "large");
    const isRepeated = isStale && replyName === "reset" && isEnd;
    const { sendings, moment } = this.#network;
    const sent = sendings.length;
    // Noted first, because the calls that wait for a slot go on before the end is handed over.
    if (isEnd && !isRepeated) this.#note(sending, sending.reply);
    const { key, subject } = this.#questionOf(sending);
    const data: Data = { key, cacheKey: subject.cacheKey, sending: sendings.indexOf(sending) };
    sending.send(upTo, JSON.stringify(data), moment);
    if (!isRepeated) return;
    sending.isRepeated = true;
    const again = sendings[sent];
    assert.ok(again?.isAgain && again.question === sending.question, "not sent again");
  }

  #note(
    sending: Sending,
    end: Partial<Pick<Outcome, "code" | "isDown" | "isUnreachable">> | undefined,
  ): void {
    sending.isNoted = true;
    const of = this.#questionOf(sending);
    this.#evidence.add({
      ...{ of, at: this.#clock.now(), moment: this.#network.moment },
      isKeyKnown: this.#knownKeys.has(of.key),
      code: end?.code,
      isDown: end?.isDown === true,
      isUnreachable: end?.isUnreachable === true,
    });
  }

  /** Notes what may have timed out. */
  #noteTimeouts(): void {
    for (const sending of this.#network.sendings) {
      const { state, hasHead, reply, at, isNoted } = sending;
      if (isNoted || state === "ended" || state === "open") continue;
      const isLate = this.#clock.now() - at >= timeoutMs / 2;
      // Some failures show in the head.
      const code = hasHead ? reply?.code : undefined;
      const isDown = reply?.isDown === true || (isLate && state === "aborted");
      if (isLate || code) this.#note(sending, { code, isDown, isUnreachable: isLate });
    }
  }

  #questionOf({ question }: Sending): Question {
    const of = this.#questions[question];
    assert.ok(of);
    return of;
  }

  /** Makes connections, and waits until everything has been handed over. */
  async #settle(): Promise<void> {
    do {
      this.#connect();
      await setImmediate();
      // A body that is inflated, or waits for its turn, takes more turns of the event loop.
      for (let turns = 0; turns < 5_000 && this.#isReading; turns += 1) await setImmediate();
    } while (
      this.#connections !== "awaited" &&
      this.#network.open.some(({ state }) => state === "connecting")
    );
    this.#network.tidy();
  }

  get #isReading(): boolean {
    return this.#network.sendings.some((sending) => {
      if (sending.state !== "ended" || sending.isLogged || sending.isRepeated) return false;
      return sending.reply?.status === 200 && this.#waitersOf(this.#questionOf(sending)).length > 0;
    });
  }

  #connect(): void {
    if (this.#connections === "awaited") return;
    for (const sending of this.#network.open) {
      if (sending.state !== "connecting") continue;
      if (this.#connections === "made") sending.connect();
      else this.#refuse(sending);
    }
  }

  #refuse(sending: Sending): void {
    this.#note(sending, { code: "REGISTRY_UNAVAILABLE", isUnreachable: true });
    sending.fail("ECONNREFUSED");
  }

  #noteLogged({ template, startedAt, budget }: CallLogEntry): void {
    const sending = this.#network.sendings.find(
      (one) =>
        !one.isLogged &&
        one.at === startedAt &&
        this.#questionOf(one).subject.template === template &&
        (budget === undefined ||
          this.#questions.find((q) => q.budget === budget)?.callOf === one.question),
    );
    if (sending) sending.isLogged = true;
  }

  #snapshot(): Before {
    const { sendings } = this.#network;
    return { sent: sendings.length, waiting: this.#calls.statistics().waiting };
  }

  /** A call that its last caller has left is cancelled. */
  #checkLeft(): void {
    for (const sending of this.#network.open.filter(({ state }) => state === "open")) {
      const question = this.#questionOf(sending);
      assert.ok(isRefresh(question) || this.#waitersOf(question).length > 0, "carried on");
    }
  }

  #check({ sent, waiting }: Before, isSettled: boolean): void {
    const { open, sendings } = this.#network;
    const statistics = this.#calls.statistics();
    for (const sending of sendings.slice(sent))
      sending.isImmediate = waiting === 0 && statistics.waiting === 0;
    // Whether a call that waits for its connection was cancelled, only its connection would show.
    const isExact = open.every(({ state }) => state === "open");
    if (isExact) assert.equal(statistics.running, open.length, "a slot was lost or used twice");
    assert.ok(statistics.running <= Math.min(open.length, slots));
    const now = this.#clock.now();
    for (const { state, at } of open) assert.ok(state !== "open" || now < at + timeoutMs, "late");
    this.#checkBudgets();
    this.#checkLeft();
    if (!isSettled) return;
    for (const question of this.#questions) {
      assert.ok(!question.isPending || now < question.budget.deadlineAt, "a deadline has passed");
      assert.ok(!question.isPending || !question.hasLeft, "a caller who left still waits");
      if (!question.isPending && !question.isChecked) this.#checkAnswer(question);
    }
  }

  #checkBudgets(): void {
    const sent = this.#network.sendings.filter(({ isAgain }) => !isAgain);
    const budgets = this.#questions.map(({ budget }) => budget);
    for (const { calls, maxCalls } of budgets) assert.ok(calls <= maxCalls, "too many calls");
    // The cache has budgets of its own.
    const paid = budgets.reduce((sum, { calls }) => sum + calls, 0);
    assert.ok(this.#hasCache || sent.length <= paid, "a call that nobody paid for");
    for (const { number } of this.#questions) {
      const ofCall = sent.filter(({ question }) => question === number);
      const waiters = this.#questions.filter(({ callOf }) => callOf === number);
      const retries = waiters.reduce((sum, { budget }) => sum + budget.retries, 0);
      assert.ok(retries <= 2, "a call was retried too often");
      assert.ok(ofCall.length <= 1 + 2 + 1 + 1, "a call was sent too often");
      assert.ok(
        ofCall.every(({ path }) => path.split("/moved").length <= 2),
        "redirected twice",
      );
      assert.ok(
        ofCall.every(({ path }) => path.split("type=json").length <= 2),
        "asked for JSON twice",
      );
    }
    this.#checkRetries(sent);
  }

  /** The retries of a second are at most a tenth of the calls of the second before, or three. */
  #checkRetries(sent: readonly Sending[]): void {
    const second = secondOf(this.#clock.now());
    const others = [...this.#retries].filter(([other]) => other !== second);
    const earlier = others.reduce((sum, [, retries]) => sum + retries, 0);
    const all = this.#questions.reduce((sum, { budget }) => sum + budget.retries, 0);
    this.#retries.set(second, all - earlier);
    const before = sent.filter(({ at }) => secondOf(at) === second - 1).length;
    assert.ok(all - earlier <= Math.max(3, before / 10), "too many retries in a second");
  }

  #checkAnswer(question: Question): void {
    question.isChecked = true;
    const [settlement] = question.settlements;
    assert.ok(settlement);
    if ("data" in settlement) this.#checkData(question, settlement.data);
    else this.#checkError(question, settlement.error);
  }

  /** An answer is the key's own, and no part of it is older than the question, unless the cache may give it. */
  #checkData({ key, subject, moment, at, isFresh, budget }: Question, data: Data): void {
    assert.deepEqual([data.key, data.cacheKey], [key, subject.cacheKey], "another's data");
    const sending = this.#network.sendings[data.sending];
    assert.equal(budget.oldestResponseAt, sending?.at);
    if (sending?.begunAt === undefined || sending.begunAt > moment) return;
    const mayBeKept = this.#hasCache && !budget.isBulk && !isFresh && budget.cacheHits === 1;
    assert.ok(mayBeKept, "an answer that is older than the question");
    assert.ok(at < sending.at + ttlMs, "an answer that was kept for too long");
  }

  /** A question fails only by what happened to its own call, to its key or to calls such as it. */
  #checkError(question: Question, error: unknown): void {
    assert.ok(error instanceof RegistryError, String(error));
    const { budget, at, hasLeft } = question;
    const { code, message } = error;
    const isExplained = () => {
      if (message.endsWith("the gateway is shutting down")) return this.#isClosed;
      if (message.endsWith("currently failing")) return this.#evidence.mayCircuitRefuse(question);
      switch (code) {
        case "REQUEST_DEADLINE":
          return hasLeft;
        case "REGISTRY_CALL_LIMIT":
          return budget.calls >= budget.maxCalls;
        case "REGISTRY_TIMEOUT":
          return this.#clock.now() > at + timeoutMs / 2;
        case "UNAUTHENTICATED":
          return this.#evidence.isKeyRefused(question);
        default:
          return this.#evidence.hasFailed(question, code);
      }
    };
    assert.ok(isExplained(), `failed for no reason of its own: ${code}, ${message}`);
  }
}

/** What there was before an event. */
interface Before {
  readonly sent: number;
  readonly waiting: number;
}

/** Whether the cache makes the call, after it has answered the question, and awaits it itself. */
function isRefresh({ callOf, number }: Question): boolean {
  return callOf !== number;
}

/** When the last attempt of a call began; undefined if it may have waited for a slot before it was sent. */
function beginningOf(call: Question, attempts: readonly Sending[]): number | undefined {
  const last = attempts.at(-1);
  if (attempts.length <= 1) return call.at;
  return last?.isImmediate ? last.at : undefined;
}

function leave(question: Question): void {
  question.hasLeft = true;
  question.budget.cancel();
}

/** Lets what has happened so far be handed on, as it is between two events of sockets or timers. */
async function flush(): Promise<void> {
  for (let turns = 0; turns < 40; turns += 1) await null;
}

function secondOf(ms: number): number {
  return Math.floor(ms / 1000);
}

function choose<Item>(items: readonly Item[], which: number): Item | undefined {
  return items[which % items.length];
}
