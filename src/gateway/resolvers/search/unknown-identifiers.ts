import { maxIdentifierLength } from "../../../search/table/keys.ts";
import { isOneLetterOff } from "../../base/one-letter-off.ts";
import type { GatewayContext } from "../request/context.ts";

export function warnOfUnknown(
  identifiers: readonly string[],
  known: Iterable<string>,
  context: GatewayContext,
): void {
  for (const identifier of identifiers) {
    const message =
      identifier.length > maxIdentifierLength
        ? `No identifier has more than ${maxIdentifierLength} characters.`
        : `Neither the structure nor any record has ${JSON.stringify(identifier)}.`;
    context.warn({ code: "UNKNOWN_IDENTIFIER", message: withMeant(message, identifier, known) });
  }
}

export function warnOfUndefined(
  identifier: string,
  known: Iterable<string>,
  context: GatewayContext,
): void {
  const message = `The structure does not define ${JSON.stringify(identifier)}: null for each record without such a key.`;
  context.warn({ code: "UNKNOWN_IDENTIFIER", message: withMeant(message, identifier, known) });
}

function withMeant(message: string, identifier: string, known: Iterable<string>): string {
  const lowerCase = identifier.toLowerCase();
  const meant = Iterator.from(known).find((one) => isOneLetterOff(lowerCase, one.toLowerCase()));
  return meant === undefined ? message : `${message} Did you mean ${JSON.stringify(meant)}?`;
}
