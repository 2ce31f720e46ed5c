import type { MediaType, RequestForm } from "./clients.ts";
import type { Answer } from "./gateway-client.ts";
import { type ExpectedAnswer, sortErrors } from "./oracle.ts";

/** A difference between what was expected and what was found. */
export interface Difference {
  /** What differs: an answer by its number and request form, or something else. */
  readonly of: string;
  readonly expected: string;
  readonly actual: string;
}

/** Whether the gateway's limits refused the operation. The oracle has no limits. */
export function isTooComplex(answers: readonly Answer[]): boolean {
  return answers[0]?.text.includes('{"code":"QUERY_TOO_COMPLEX"}') === true;
}

/** The answers to the same operation that differ from the expected answer, or in a single byte from the first answer. */
export function findDifferences({
  answers,
  forms,
  expectedAnswer,
}: {
  readonly answers: readonly Answer[];
  readonly forms: readonly RequestForm[];
  readonly expectedAnswer: ExpectedAnswer;
}): readonly Difference[] {
  const [first] = answers;
  const isComparable = !isTooComplex(answers);
  return answers.flatMap((answer, index) => {
    const form = forms[index];
    if (first === undefined || form === undefined) return [];
    const of = `${index + 1}, ${form.name}`;
    if (isComparable) {
      const [expected, actual] = [
        describeExpected(expectedAnswer, form.answeredAs),
        describe(answer),
      ];
      if (actual !== expected) return [{ of, expected, actual }];
    }
    // The gateway may choose the order of errors, but must always choose the same. A refused document may be unknown by its hash.
    if (answer.text === first.text || (!isComparable && form.isPersisted)) return [];
    return [{ of: `${of}, compared with the first`, expected: first.text, actual: answer.text }];
  });
}

/** The answer with its errors in the oracle's order, and otherwise to the byte. */
function describe({ status, type, text }: Answer): string {
  return `${status} ${type} ${withSortedErrors(text)}`;
}

function describeExpected(
  { outcome, errors, data, extensions }: ExpectedAnswer,
  type: MediaType,
): string {
  const status = outcome !== "executed" && type !== "application/json" ? 400 : 200;
  const body = JSON.stringify({ ...(errors.length > 0 && { errors }), data, extensions });
  return `${status} ${type}; charset=utf-8 ${body}`;
}

function withSortedErrors(text: string): string {
  if (!text.startsWith('{"errors":')) return text;
  try {
    const { errors } = JSON.parse(text);
    const written = `{"errors":${JSON.stringify(errors)}`;
    // If the errors are not written like this, the answer is wrong anyway.
    if (!text.startsWith(written)) return text;
    return `{"errors":${JSON.stringify(sortErrors(errors))}${text.slice(written.length)}`;
  } catch {
    return text;
  }
}
