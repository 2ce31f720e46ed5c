import type { Manner, MediaType } from "./clients.ts";
import type { Answer, Executed, GatewayClient, Sent } from "./gateway-client.ts";
import { type Fate, type Oracle, sortErrors, type Verdict } from "./oracle.ts";
import type { Operation } from "./write-document.ts";

/** What is sent: an operation, with which key, and in which manners. The second and the third are sent at once. */
export interface Trial {
  readonly operation: Operation;
  /** Null: none is sent. */
  readonly key: string | null;
  readonly manners: readonly Manner[];
}

/** Something that is not as it should be. */
export interface Difference {
  /** Which of the answers, by its number and how it was asked for; or what else. */
  readonly of: string;
  readonly expected: string;
  readonly actual: string;
}

/** What becomes of a trial's requests. */
export type Reason = Fate | "too complex";

/** How the trials went so far. */
export interface Tally {
  /** Trials. */
  readonly trials: Record<Reason, number>;
  /** Their requests. */
  readonly requests: Record<Reason, number>;
}

/** What is judged, and by whom. */
export interface JudgeOptions {
  readonly client: GatewayClient;
  readonly oracle: Oracle;
  /** Whether the gateway may give an answer again without executing anything. */
  readonly keepsAnswers: boolean;
}

/** Holds the answers of a gateway against what the oracle says. */
export class Judge {
  readonly tally: Tally = { trials: createCounts(), requests: createCounts() };
  readonly #options: JudgeOptions;
  #executed: Executed = { prepared: 0, first: 0 };

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /** Sends an operation in each of the manners, and tells what is wrong with the answers and with how they were come by. */
  async try({ operation, key, manners }: Trial): Promise<readonly Difference[]> {
    const { client, oracle } = this.#options;
    const verdict = await oracle.answer(operation, key);
    // What is refused need not be remembered by its hash.
    const usable = manners.filter(
      ({ isPersisted }) => verdict.fate === "executed" || isPersisted !== true,
    );
    const before = client.sent;
    const [first, second, third, ...others] = usable.map(
      (manner) => () => client.ask(manner, operation, key),
    );
    const answers = [await first?.(), ...(await Promise.all([second?.(), third?.()]))];
    for (const other of others) answers.push(await other());
    const all = answers.filter((answer) => answer !== undefined);
    const reason = isTooComplex(all[0]) ? "too complex" : verdict.fate;
    const sent = subtract(client.sent, before);
    this.tally.trials[reason] += 1;
    this.tally.requests[reason] += sent.operations;
    return [...findDifferences(all, usable, verdict), ...(await this.#findMiscounts(reason, sent))];
  }

  /**
   * Whether each request that was executed was counted once, and all but one of them as prepared. Whether one counts that names
   * no operation, or gives variables that are none, is the gateway's to choose.
   */
  async #findMiscounts(reason: Reason, sent: Sent): Promise<readonly Difference[]> {
    const { client, keepsAnswers } = this.#options;
    const executed = await client.scrape();
    const { prepared, first } = subtract(executed, this.#executed);
    this.#executed = executed;
    const isRefused = reason === "document refused" || reason === "too complex";
    const least = sent.reminders + (reason === "executed" ? sent.operations : 0);
    const most = sent.reminders + (isRefused ? 0 : sent.operations);
    const all = prepared + first;
    const mostFirst = 1 + Math.min(sent.reminders, 1);
    const isWrong = all > most || (all < least && !keepsAnswers) || first > mostFirst;
    if (!isWrong) return [];
    const expected = `${least} to ${most} executed, ${mostFirst} of them at most as the first`;
    return [{ of: "the metric", expected, actual: `${prepared} prepared, ${first} first` }];
  }
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

function subtract<Figures extends { readonly [Name in keyof Figures]: number }>(
  now: Figures,
  before: Figures,
): Figures {
  const names = Object.keys(now) as (keyof Figures)[];
  return Object.fromEntries(names.map((name) => [name, now[name] - before[name]])) as Figures;
}

function isTooComplex(answer: Answer | undefined): boolean {
  return answer?.text.includes('{"code":"QUERY_TOO_COMPLEX"}') === true;
}

/** The answers that are not what the oracle says, and those whose bytes are others than the first one's. */
function findDifferences(
  answers: readonly Answer[],
  manners: readonly Manner[],
  verdict: Verdict,
): readonly Difference[] {
  const [first] = answers;
  return answers.flatMap((answer, index) => {
    const manner = manners[index];
    if (first === undefined || manner === undefined) return [];
    const name = `${index + 1}, ${manner.name}`;
    const expected = isTooComplex(first)
      ? first.text
      : describe({ ...expectedAnswer(verdict, manner.answeredAs), text: writeVerdict(verdict) });
    const actual = isTooComplex(first) ? answer.text : describe(withSortedErrors(answer));
    if (actual !== expected) return [{ of: name, expected, actual }];
    // The errors' order is the gateway's to choose; it is always the same.
    if (answer.text === first.text) return [];
    return [{ of: `${name}, beside the first`, expected: first.text, actual: answer.text }];
  });
}

function describe({ status, type, text }: Answer): string {
  return `${status} ${type} ${text}`;
}

function expectedAnswer({ fate }: Verdict, type: MediaType): Omit<Answer, "text"> {
  const isBad = fate !== "executed" && type !== "application/json";
  return { status: isBad ? 400 : 200, type: `${type}; charset=utf-8` };
}

function writeVerdict({ errors, data, extensions }: Verdict): string {
  return JSON.stringify({ ...(errors.length > 0 && { errors }), data, extensions });
}

/** The answer with its errors in the oracle's order, and every other byte as it is. */
function withSortedErrors(answer: Answer): Answer {
  const { text } = answer;
  if (!text.startsWith('{"errors":')) return answer;
  try {
    const { errors } = JSON.parse(text);
    const written = `{"errors":${JSON.stringify(errors)}`;
    if (!text.startsWith(written)) return answer;
    const sorted = `{"errors":${JSON.stringify(sortErrors(errors))}`;
    return { ...answer, text: `${sorted}${text.slice(written.length)}` };
  } catch {
    return answer;
  }
}
