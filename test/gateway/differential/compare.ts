import type { MediaType, RequestForm } from "./clients.ts";
import type { ReceivedResponse } from "./gateway-client.ts";
import { type ExpectedResponse, sortErrors } from "./oracle.ts";

export interface Difference {
  /** What differs: a response by its number and request form, or something else. */
  readonly of: string;
  readonly expected: string;
  readonly actual: string;
}

/** Whether the gateway's limits refused the operation. The oracle has no limits. */
export function isTooComplex(responses: readonly ReceivedResponse[]): boolean {
  return responses[0]?.text.includes('{"code":"QUERY_TOO_COMPLEX"}') === true;
}

/** The responses to one operation that differ from the expected response, or by even one byte from the first response. */
export function findDifferences({
  responses,
  forms,
  expectedResponse,
}: {
  readonly responses: readonly ReceivedResponse[];
  readonly forms: readonly RequestForm[];
  readonly expectedResponse: ExpectedResponse;
}): readonly Difference[] {
  const [first] = responses;
  const isComparable = !isTooComplex(responses);
  return responses.flatMap((response, index) => {
    const form = forms[index];
    if (first === undefined || form === undefined) return [];
    const of = `${index + 1}, ${form.name}`;
    if (isComparable) {
      const [expected, actual] = [
        describeExpected(expectedResponse, form.answeredAs),
        describe(response),
      ];
      if (actual !== expected) return [{ of, expected, actual }];
    }
    // The gateway may choose the order of errors, but must always choose the same. A refused document may be unknown by its hash.
    if (response.text === first.text || (!isComparable && form.isPersisted)) return [];
    return [{ of: `${of}, compared with the first`, expected: first.text, actual: response.text }];
  });
}

/** The response, byte for byte except that its errors are in the oracle's order. */
function describe({ status, type, text }: ReceivedResponse): string {
  return `${status} ${type} ${withSortedErrors(text)}`;
}

function describeExpected(
  { outcome, errors, data, extensions }: ExpectedResponse,
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
    // If the errors are not written like this, the response is wrong anyway.
    if (!text.startsWith(written)) return text;
    return `{"errors":${JSON.stringify(sortErrors(errors))}${text.slice(written.length)}`;
  } catch {
    return text;
  }
}
