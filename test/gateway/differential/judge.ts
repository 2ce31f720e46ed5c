import { Pool } from "undici";
import type { HttpRequest, Manner, MediaType } from "./clients.ts";
import { type Fate, type Oracle, sortErrors, type Verdict } from "./oracle.ts";
import { keys } from "./projects.ts";
import type { DifferentialRegistry } from "./registry.ts";
import type { Operation } from "./write-document.ts";

/** What is sent: an operation, with which key, and in which manners. The second and the third are sent at once. */
export interface Trial {
  readonly operation: Operation;
  /** Null: none is sent. */
  readonly key: string | null;
  readonly manners: readonly Manner[];
}

/** An answer that is not what it should be. */
export interface Difference {
  /** Which of the answers: its number, and how it was asked for. */
  readonly answer: string;
  readonly expected: string;
  readonly actual: string;
}

/** What a trial came to. */
export interface Outcome {
  /** What became of its requests. */
  readonly reason: Reason;
  readonly differences: readonly Difference[];
}

/** Why a request counts neither as prepared nor as the first of its operation; or that it was executed. */
export type Reason = Fate | "too complex";

/** Requests by what should have become of them. */
export type Counts = Record<Reason | "hash not known", number>;

/** An HTTP answer, without what it tells of its cost. */
interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Registry failures in a row after which the gateway is asked for something that succeeds, lest its circuit opens. */
const mostFailures = 5;

/** Holds the answers of a gateway against what the oracle says. */
export class Judge implements AsyncDisposable {
  readonly counts: Counts = createCounts();
  /** Trials by what became of their requests. */
  readonly trials: Counts = createCounts();
  readonly #pool: Pool;
  readonly #oracle: Oracle;
  readonly #registry: DifferentialRegistry;

  constructor(options: {
    readonly gatewayUrl: string;
    readonly oracle: Oracle;
    readonly registry: DifferentialRegistry;
  }) {
    this.#pool = new Pool(options.gatewayUrl, { connections: 8 });
    this.#oracle = options.oracle;
    this.#registry = options.registry;
  }

  /** Sends an operation in each of the manners. */
  async try({ operation, key, manners }: Trial): Promise<Outcome> {
    const verdict = await this.#oracle.answer(operation, key);
    const usable = manners.filter(
      ({ name }) => verdict.fate === "executed" || !name.includes("persisted"),
    );
    const [first, second, third, ...others] = usable.map(
      (manner) => () => this.#ask(manner, operation, key),
    );
    const answers = [await first?.(), ...(await Promise.all([second?.(), third?.()]))];
    for (const other of others) answers.push(await other());
    const all = answers.filter((answer) => answer !== undefined);
    const reason = isTooComplex(all[0]) ? "too complex" : verdict.fate;
    this.counts[reason] += all.length;
    this.trials[reason] += 1;
    return { reason, differences: findDifferences(all, usable, verdict) };
  }

  /** Requests that the gateway has executed, by its metric: by what it had prepared, and those it prepared it for. */
  async scrape(): Promise<{ readonly prepared: number; readonly first: number }> {
    const { body } = await this.#pool.request({ path: "/metrics", method: "GET" });
    const text = await body.text();
    const read = (way: string) =>
      Number(
        new RegExp(`^tapgraph_operations_total\\{way="${way}"\\} (\\d+)`, "m").exec(text)?.[1],
      );
    return { prepared: read("prepared"), first: read("first") };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy();
  }

  async #ask(manner: Manner, operation: Operation, key: string | null): Promise<Answer> {
    const [request, ...others] = manner.requests(operation);
    if (request === undefined) throw new Error("a manner without a request");
    let answer = await this.#send(request, key);
    for (const other of others) {
      if (answer.text.includes('"PERSISTED_QUERY_NOT_FOUND"')) this.counts["hash not known"] += 1;
      else this.counts.executed += 1;
      answer = await this.#send(other, key);
    }
    return manner.isExplained ? { ...answer, text: withoutCost(answer.text) } : answer;
  }

  async #send(request: HttpRequest, key: string | null): Promise<Answer> {
    if (this.#registry.failuresInARow >= mostFailures) await this.#succeed();
    const answer = await this.#dispatch(request, key);
    // A machine that is busy with other tests may make a gateway turn requests away: that says nothing of its answers.
    return answer.status === 503 ? this.#send(request, key) : answer;
  }

  async #succeed(): Promise<void> {
    const body = JSON.stringify({ query: '{ tag(id: "t1") { tagId } }' });
    const headers = { "content-type": "application/json" };
    await this.#dispatch({ method: "POST", path: "/graphql", headers, body }, keys.sound);
    this.counts.executed += 1;
  }

  async #dispatch(
    { method, path, headers, body }: HttpRequest,
    key: string | null,
  ): Promise<Answer> {
    const response = await this.#pool.request({
      method,
      path,
      headers:
        key === null
          ? { ...headers, "x-apollo-operation-name": "x" }
          : { ...headers, "x-api-key": key },
      body,
    });
    const type = response.headers["content-type"];
    return {
      status: response.statusCode,
      type: typeof type === "string" ? type : "none",
      text: await response.body.text(),
    };
  }
}

function createCounts(): Counts {
  return {
    executed: 0,
    "document refused": 0,
    "no operation": 0,
    "variables refused": 0,
    "too complex": 0,
    "hash not known": 0,
  };
}

function isTooComplex(answer: Answer | undefined): boolean {
  return answer?.text.includes('{"code":"QUERY_TOO_COMPLEX"}') === true;
}

function withoutCost(text: string): string {
  return text
    .replace(/(\{|,)"tapgraph":\{[^{}]*\}\}\}$/, "$1}}")
    .replace(/,?\}\}$/, "}}")
    .replace(/,"extensions":\{\}\}$/, "}");
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
    if (actual !== expected) return [{ answer: name, expected, actual }];
    // The errors' order is the gateway's to choose; it is always the same.
    if (answer.text === first.text) return [];
    return [{ answer: `${name}, beside the first`, expected: first.text, actual: answer.text }];
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
