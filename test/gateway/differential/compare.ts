import type { Manner, MediaType } from "./clients.ts";
import type { Answer } from "./gateway-client.ts";
import { sortErrors, type Verdict } from "./oracle.ts";

/** Something that is not as it should be. */
export interface Difference {
  /** Which of the answers, by its number and how it was asked for; or what else. */
  readonly of: string;
  readonly expected: string;
  readonly actual: string;
}

/** Whether a limit has refused an operation, of which the oracle knows nothing. */
export function isTooComplex(answers: readonly Answer[]): boolean {
  return answers[0]?.text.includes('{"code":"QUERY_TOO_COMPLEX"}') === true;
}

/** The answers to equal requests that are not what the oracle says, and those whose bytes are others than the first one's. */
export function findDifferences({
  answers,
  manners,
  verdict,
}: {
  readonly answers: readonly Answer[];
  readonly manners: readonly Manner[];
  readonly verdict: Verdict;
}): readonly Difference[] {
  const [first] = answers;
  const hasVerdict = !isTooComplex(answers);
  return answers.flatMap((answer, index) => {
    const manner = manners[index];
    if (first === undefined || manner === undefined) return [];
    const of = `${index + 1}, ${manner.name}`;
    if (hasVerdict) {
      const [expected, actual] = [describeVerdict(verdict, manner.answeredAs), describe(answer)];
      if (actual !== expected) return [{ of, expected, actual }];
    }
    // The errors' order is the gateway's to choose; it is always the same. What is refused need not be remembered by its hash.
    if (answer.text === first.text || (!hasVerdict && manner.isPersisted)) return [];
    return [{ of: `${of}, beside the first`, expected: first.text, actual: answer.text }];
  });
}

/** The answer with its errors in the oracle's order, and every other byte as it is. */
function describe({ status, type, text }: Answer): string {
  return `${status} ${type} ${withSortedErrors(text)}`;
}

function describeVerdict({ fate, errors, data, extensions }: Verdict, type: MediaType): string {
  const status = fate !== "executed" && type !== "application/json" ? 400 : 200;
  const body = JSON.stringify({ ...(errors.length > 0 && { errors }), data, extensions });
  return `${status} ${type}; charset=utf-8 ${body}`;
}

function withSortedErrors(text: string): string {
  if (!text.startsWith('{"errors":')) return text;
  try {
    const { errors } = JSON.parse(text);
    const written = `{"errors":${JSON.stringify(errors)}`;
    // Written in another way it is wrong as it is.
    if (!text.startsWith(written)) return text;
    return `{"errors":${JSON.stringify(sortErrors(errors))}${text.slice(written.length)}`;
  } catch {
    return text;
  }
}
