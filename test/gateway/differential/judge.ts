import type { Manner } from "./clients.ts";
import { type Difference, findDifferences, isTooComplex } from "./compare.ts";
import type { Asked, Executed, GatewayClient } from "./gateway-client.ts";
import type { Fate, Oracle, Verdict } from "./oracle.ts";
import type { Operation } from "./write-document.ts";

/** An operation that is sent with a key in several manners. */
export interface Requests {
  readonly operation: Operation;
  /** Null: none is sent. */
  readonly key: string | null;
  readonly manners: readonly Manner[];
}

/** What is sent: the second and the third request at once, and the last with the first of others for the same document. */
export interface Trial extends Requests {
  readonly other: Requests | null;
}

/** What becomes of requests. */
export type Reason = Fate | "too complex";

/** How the trials went so far: requests by what became of them, and how often they were sent as equals. */
export interface Tally {
  readonly operations: Record<Reason, number>;
  readonly requests: Record<Reason, number>;
}

/** What is judged, and by whom. */
export interface JudgeOptions {
  readonly client: GatewayClient;
  readonly oracle: Oracle;
  /** Whether the gateway may give an answer again without executing anything. */
  readonly keepsAnswers: boolean;
}

/** Requests with what they should be answered with, and what they were answered with. */
interface Judged extends Requests {
  readonly verdict: Verdict;
  readonly answers: Asked[];
}

/** Holds the answers of a gateway against what the oracle says. */
export class Judge {
  readonly tally: Tally = { operations: createCounts(), requests: createCounts() };
  readonly #options: JudgeOptions;
  #executed: Executed = { prepared: 0, first: 0 };

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /** Sends what a trial has, and tells what is wrong with the answers and with how they were come by. */
  async try({ other, ...first }: Trial): Promise<readonly Difference[]> {
    const { client } = this.#options;
    const { reminders } = client;
    const judged = [await this.#judge(first), ...(other ? [await this.#judge(other)] : [])];
    for (const round of toRounds(judged)) await Promise.all(round.map((ask) => ask(client)));
    for (const one of judged) {
      this.tally.operations[reasonOf(one)] += 1;
      this.tally.requests[reasonOf(one)] += countRequests(one);
    }
    return [
      ...judged.flatMap(findDifferences),
      ...(await this.#findMiscounts(judged, client.reminders - reminders)),
    ];
  }

  async #judge({ operation, key, manners }: Requests): Promise<Judged> {
    const verdict = await this.#options.oracle.answer(operation, key);
    // What is refused need not be remembered by its hash.
    const usable = manners.filter(
      ({ isPersisted }) => verdict.fate === "executed" || isPersisted !== true,
    );
    return { operation, key, manners: usable, verdict, answers: [] };
  }

  /**
   * Whether each request that was executed was counted once, and all but one for an operation as prepared. Whether one counts
   * that names no operation, or gives variables that are none, is the gateway's to choose.
   */
  async #findMiscounts(
    judged: readonly Judged[],
    reminders: number,
  ): Promise<readonly Difference[]> {
    const { client, keepsAnswers } = this.#options;
    const before = this.#executed;
    this.#executed = await client.scrape();
    const prepared = this.#executed.prepared - before.prepared;
    const first = this.#executed.first - before.first;
    const countOf = (...reasons: readonly Reason[]) =>
      sum(judged.filter((one) => reasons.includes(reasonOf(one))).map(countRequests));
    const least = keepsAnswers ? 0 : reminders + countOf("executed");
    const most = reminders + countOf("executed", "no operation", "variables refused");
    const names = new Set(judged.map(({ operation }) => operation.operationName));
    const mostFirst = names.size + Math.min(reminders, 1);
    const isWrong = prepared + first < least || prepared + first > most || first > mostFirst;
    if (!isWrong) return [];
    const expected = `${least} to ${most} executed, ${mostFirst} of them at most as the first`;
    return [{ of: "the metric", expected, actual: `${prepared} prepared, ${first} first` }];
  }
}

type Ask = (client: GatewayClient) => Promise<void>;

/** What is asked at once, round by round. */
function toRounds(judged: readonly Judged[]): readonly (readonly Ask[])[] {
  const [asks = [], others = []] = judged.map(({ operation, key, manners, answers }) =>
    manners.map(
      (manner, index): Ask =>
        async (client) => {
          answers[index] = await client.ask(manner, operation, key);
        },
    ),
  );
  return [
    asks.slice(0, 1),
    asks.slice(1, 3),
    ...asks.slice(3, -1).map((ask) => [ask]),
    [...asks.slice(3).slice(-1), ...others.slice(0, 1)],
    others.slice(1),
  ];
}

function reasonOf({ answers, verdict }: Judged): Reason {
  return isTooComplex(answers) ? "too complex" : verdict.fate;
}

function countRequests({ answers }: Judged): number {
  return sum(answers.map(({ requests }) => requests));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

function createCounts(): Record<Reason, number> {
  return {
    executed: 0,
    "document refused": 0,
    "no operation": 0,
    "variables refused": 0,
    "too complex": 0,
  };
}
