import type { RequestOutcome, ResponseBody } from "../../connect/graphql-over-http.ts";
import { isObject } from "../../connect/json.ts";
import type { KeyKind } from "../../connect/key-kind.ts";
import { explainCode, selfExplanatory, tooLarge, warningTitles } from "./codes.ts";
import { errorNotice, type Notice, warningNotice } from "./notice.ts";

/**
 * Explains the outcome of a request: a notice for each error code, in the order of the errors, then the warnings. Empty if all
 * went well.
 */
export function explainOutcome(outcome: RequestOutcome, keyKind: KeyKind): readonly Notice[] {
  if (outcome.kind === "unreachable") {
    return [
      errorNotice(
        "The gateway cannot be reached",
        "It may have stopped, or the network may be down. Run the query again when it is back.",
      ),
    ];
  }
  if (outcome.body === undefined) return [explainForeignResponse(outcome.status)];
  return explainResponseBody(outcome.body, keyKind);
}

/** Explains a body alone, such as that of an event. */
export function explainResponseBody(body: ResponseBody, keyKind: KeyKind): readonly Notice[] {
  return [...explainErrors(body, keyKind), ...explainWarnings(body)];
}

function explainForeignResponse(status: number): Notice {
  // A proxy that refuses a long request does not send GraphQL.
  if (status === 413) return errorNotice(...tooLarge);
  return errorNotice(
    "The response is not GraphQL",
    `It has status ${status} and is not JSON. A proxy in front of the gateway may have sent it.`,
  );
}

interface ResponseError {
  readonly message: string;
  readonly code: string;
  readonly path: string;
  readonly extensions: Readonly<Record<string, unknown>>;
}

function explainErrors(body: ResponseBody, keyKind: KeyKind): readonly Notice[] {
  const errors = Array.isArray(body.errors) ? body.errors.map(readError) : [];
  const groups = Map.groupBy(errors, ({ code }) => code);
  return [...groups].flatMap(([code, group]) => {
    const [first] = group;
    if (first === undefined) return [];
    const notice = explainCode(code, first.extensions, keyKind) ?? explainByMessage(first);
    const messages = notice.title === first.message ? [] : listMessages(code, group);
    const detail = [notice.detail, ...messages, listPaths(group)].filter(Boolean).join(" ");
    return [{ ...notice, detail }];
  });
}

function readError(value: unknown): ResponseError {
  const { message, path, extensions } = isObject(value) ? value : {};
  const details = isObject(extensions) ? extensions : {};
  return {
    message: typeof message === "string" ? message : "An error without a message",
    code: typeof details["code"] === "string" ? details["code"] : "",
    path: Array.isArray(path) ? path.join(".") : "",
    extensions: details,
  };
}

function explainByMessage({ message, code }: ResponseError): Notice {
  return errorNotice(message, code && `Its code is ${code}.`);
}

/** The gateway's own messages; none if the notice already says it all. */
function listMessages(code: string, errors: readonly ResponseError[]): readonly string[] {
  if (selfExplanatory.has(code)) return [];
  const messages = [...new Set(errors.map(({ message }) => message))];
  const shown = messages
    .slice(0, 3)
    .map((message) => (/[.!?]$/.test(message) ? message : `${message}.`));
  if (messages.length > 3) shown.push(`And ${messages.length - 3} more.`);
  return shown;
}

/** Which fields are missing because of the errors. */
function listPaths(errors: readonly ResponseError[]): string {
  const paths = [...new Set(errors.map(({ path }) => path).filter(Boolean))];
  if (paths.length === 0) return "";
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : "";
  return `Missing as a result: ${paths.slice(0, 3).join(", ")}${more}.`;
}

function explainWarnings({ extensions }: ResponseBody): readonly Notice[] {
  const warnings = isObject(extensions) ? extensions["warnings"] : undefined;
  if (!Array.isArray(warnings)) return [];
  return warnings.filter(isObject).map(({ code, message }) => {
    const text = typeof message === "string" ? message : "A warning without a message";
    const title = warningTitles.get(code);
    return title === undefined ? warningNotice(text, "") : warningNotice(title, text);
  });
}
