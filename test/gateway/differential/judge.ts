import type { RequestForm } from "./clients.ts";
import { type Difference, findDifferences, isTooComplex } from "./compare.ts";
import type { CountedResponse, Executed, GatewayClient } from "./gateway-client.ts";
import type { ExpectedResponse, Oracle, Outcome } from "./oracle.ts";
import type { Operation } from "./write-document.ts";

export interface Requests {
  readonly operation: Operation;
  /** Null: no key is sent. */
  readonly key: string | null;
  readonly forms: readonly RequestForm[];
}

/**
 * Requests, and others for the same document. The second and third forms are sent at the same time. So are the last form and the
 * first form of the others.
 */
export interface Trial extends Requests {
  readonly other: Requests | null;
}

export type FinalOutcome = Outcome | "too complex";

/** The operations so far by their outcome, and the requests that were sent for them. */
export interface Tally {
  readonly operations: Record<FinalOutcome, number>;
  readonly requests: Record<FinalOutcome, number>;
}

export interface JudgeOptions {
  readonly client: GatewayClient;
  readonly oracle: Oracle;
  /** Whether the gateway may serve a response again without executing the operation. */
  readonly keepsResponses: boolean;
}

interface Judged extends Requests {
  readonly expectedResponse: ExpectedResponse;
  readonly responses: CountedResponse[];
}

export class Judge {
  readonly tally: Tally = { operations: createCounts(), requests: createCounts() };
  readonly #options: JudgeOptions;
  #executed: Executed = { prepared: 0, first: 0 };

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /** Sends a trial's requests, and returns what is wrong with the responses or with how many operations were executed. */
  async try({ other, ...first }: Trial): Promise<readonly Difference[]> {
    const { client } = this.#options;
    const judged = [await this.#judge(first), ...(other ? [await this.#judge(other)] : [])];
    for (const round of toRounds(judged)) await Promise.all(round.map((ask) => ask(client)));
    for (const one of judged) {
      this.tally.operations[outcomeOf(one)] += 1;
      this.tally.requests[outcomeOf(one)] += countRequests(one);
    }
    return [...judged.flatMap(findDifferences), ...(await this.#findMiscounts(judged))];
  }

  async #judge({ operation, key, forms }: Requests): Promise<Judged> {
    const expectedResponse = await this.#options.oracle.answer(operation, key);
    // A refused document may be unknown by its hash.
    const usable = forms.filter(
      ({ isPersisted }) => expectedResponse.outcome === "executed" || isPersisted !== true,
    );
    return { operation, key, forms: usable, expectedResponse, responses: [] };
  }

  /**
   * Checks that each executed request was counted once, and all except an operation's first one as prepared. The gateway may
   * choose whether it counts requests that name no operation or have invalid variables.
   */
  async #findMiscounts(judged: readonly Judged[]): Promise<readonly Difference[]> {
    const { keepsResponses } = this.#options;
    const { prepared, first } = await this.#takeExecuted();
    const countOf = (...outcomes: readonly FinalOutcome[]) =>
      sum(judged.filter((one) => outcomes.includes(outcomeOf(one))).map(countRequests));
    const min = keepsResponses ? 0 : countOf("executed");
    const max = countOf("executed", "no operation", "variables refused");
    const names = new Set(judged.map(({ operation }) => operation.operationName));
    const maxFirst = names.size;
    const isWrong = prepared + first < min || prepared + first > max || first > maxFirst;
    if (!isWrong) return [];
    const expected = `${min} to ${max} executed, at most ${maxFirst} of them as the first`;
    return [{ of: "the metric", expected, actual: `${prepared} prepared, ${first} first` }];
  }

  async #takeExecuted(): Promise<Executed> {
    const before = this.#executed;
    const executed = await this.#options.client.scrape();
    this.#executed = executed;
    return { prepared: executed.prepared - before.prepared, first: executed.first - before.first };
  }
}

type Ask = (client: GatewayClient) => Promise<void>;

/** The requests in rounds. Those of one round are sent at the same time. */
function toRounds(judged: readonly Judged[]): readonly (readonly Ask[])[] {
  const [asks = [], others = []] = judged.map(({ operation, key, forms, responses }) =>
    forms.map(
      (form, index): Ask =>
        async (client) => {
          responses[index] = await client.ask(form, operation, key);
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

function outcomeOf({ responses, expectedResponse }: Judged): FinalOutcome {
  return isTooComplex(responses) ? "too complex" : expectedResponse.outcome;
}

function countRequests({ responses }: Judged): number {
  return sum(responses.map(({ requests }) => requests));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

function createCounts(): Record<FinalOutcome, number> {
  return {
    executed: 0,
    "document refused": 0,
    "no operation": 0,
    "variables refused": 0,
    "too complex": 0,
  };
}
