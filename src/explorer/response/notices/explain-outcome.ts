import type { RequestOutcome, ResponseBody } from "../../connect/graphql-over-http.ts";
import { isObject } from "../../connect/json.ts";
import type { KeyKind } from "../../connect/key.ts";
import { explainCode, selfExplanatory, tooLarge, warningTitles } from "./codes.ts";
import { errorNotice, type Notice, warningNotice } from "./notice.ts";

/**
 * Explains the outcome of a request: a notice for each error code, in the order of the errors, then
 * the warnings. Empty if all went well.
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

/** Why no file came, in the gateway's own words: the others speak of a response that is shown. */
export function explainRefusedFile(outcome: RequestOutcome, keyKind: KeyKind): readonly Notice[] {
  const errors = outcome.kind === "response" ? readErrors(outcome.body ?? {}) : [];
  if (errors.length === 0) return explainOutcome(outcome, keyKind);
  return errors.map(({ message, code }) => errorNotice("There is no file", `${message} (${code})`));
}

/** Explains a body alone. Errors that a warning explains are part of its notice. */
export function explainResponseBody(body: ResponseBody, keyKind: KeyKind): readonly Notice[] {
  const errors = readErrors(body);
  const warnings = readWarnings(body);
  const { unexplained = [], explained = [] } = Object.groupBy(errors, ({ list }) =>
    warnings.some((warning) => incompleteListOf(warning) === list) ? "explained" : "unexplained",
  );
  return [
    ...explainErrors(unexplained, keyKind),
    ...warnings.map((warning) => explainWarning(warning, explained)),
  ];
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
  readonly list: string | null;
  readonly extensions: Readonly<Record<string, unknown>>;
}

function explainErrors(errors: readonly ResponseError[], keyKind: KeyKind): readonly Notice[] {
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

function readErrors({ errors }: ResponseBody): readonly ResponseError[] {
  return Array.isArray(errors) ? errors.map(readError) : [];
}

function readError(value: unknown): ResponseError {
  const { message, path, extensions } = isObject(value) ? value : {};
  const details = isObject(extensions) ? extensions : {};
  return {
    message: typeof message === "string" ? message : "An error without a message",
    code: typeof details["code"] === "string" ? details["code"] : "",
    path: Array.isArray(path) ? path.join(".") : "",
    list: typeof details["list"] === "string" ? details["list"] : null,
    extensions: details,
  };
}

function explainByMessage({ message, code }: ResponseError): Notice {
  return errorNotice(message, code && `Its code is ${code}.`);
}

function listMessages(code: string, errors: readonly ResponseError[]): readonly string[] {
  if (selfExplanatory.has(code)) return [];
  const messages = [...new Set(errors.map(({ message }) => message))];
  const shown = messages
    .slice(0, 3)
    .map((message) => (/[.!?]$/.test(message) ? message : `${message}.`));
  if (messages.length > 3) shown.push(`And ${messages.length - 3} more.`);
  return shown;
}

function listPaths(errors: readonly ResponseError[]): string {
  const paths = [...new Set(errors.map(({ path }) => path).filter(Boolean))];
  if (paths.length === 0) return "";
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : "";
  const shown = paths.slice(0, 3).map((path) => `\`${path}\``);
  return `Missing as a result: ${shown.join(", ")}${more}.`;
}

type Warning = Readonly<Record<string, unknown>>;

function readWarnings({ extensions }: ResponseBody): readonly Warning[] {
  const warnings = isObject(extensions) ? extensions["warnings"] : undefined;
  return Array.isArray(warnings) ? warnings.filter(isObject) : [];
}

function incompleteListOf({ code, list }: Warning): unknown {
  return code === "LIST_INCOMPLETE" ? list : undefined;
}

function explainWarning(warning: Warning, explained: readonly ResponseError[]): Notice {
  const { code, message } = warning;
  if (code === "LIST_INCOMPLETE") {
    const own = explained.filter(({ list }) => list === warning["list"]);
    return explainIncompleteList(warning, listPaths(own));
  }
  const text = typeof message === "string" ? message : "A warning without a message";
  const title = warningTitles.get(code);
  return title === undefined ? warningNotice(text, "") : warningNotice(title, text);
}

/** @param consequence what is missing for this reason, in a sentence; empty if nothing is */
function explainIncompleteList(
  { list, recordsRead: read, recordsStated: stated }: Readonly<Record<string, unknown>>,
  consequence: string,
): Notice {
  const name = list === "tags" || list === "terminals" ? list : "records";
  const counts = typeof read === "number" ? formatCounts(read, stated) : "";
  const cause = "The list changed too much while it was read, or its pages do not fit together.";
  const detail = [counts, cause, "Try again in a moment.", consequence].filter(Boolean).join(" ");
  return warningNotice(`Some ${name} may be missing`, detail);
}

/** As many as stated may still not be all of them, and "3,000 of 3,000" would deny that. */
function formatCounts(read: number, stated: unknown): string {
  const isShort = typeof stated === "number" && stated > read;
  const of = isShort ? ` of ${stated.toLocaleString("en")}` : "";
  return `${read.toLocaleString("en")}${of} ${read === 1 ? "was" : "were"} read.`;
}
