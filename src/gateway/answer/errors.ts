import { ApolloServerErrorCode, unwrapResolverError } from "@apollo/server/errors";
import type { GraphQLError, GraphQLFormattedError } from "graphql";
import type { Logger } from "pino";
import { SearchError } from "../../search/errors.ts";
import { RegistryError } from "../base/errors.ts";
import { ArgumentError } from "../list/arguments.ts";

const internalMessage = "The gateway failed to answer this request. Its log has the cause.";

/** Maximum length of a message. It may quote a value of the caller. */
const maxMessageLength = 2000;

/**
 * Formats an error for the caller: with a code in `extensions.code`, and without stack traces, URLs
 * or bodies of the registry. Unexpected errors become `INTERNAL_SERVER_ERROR` with a fixed message.
 * @param log receives the errors that are hidden from the caller.
 */
export function maskError(
  formatted: GraphQLFormattedError,
  error: unknown,
  log: Pick<Logger, "error">,
): GraphQLFormattedError {
  const original: unknown = unwrapResolverError(error);
  if (original instanceof RegistryError) {
    return describe(formatted, original.message, toExtensions(original));
  }
  if (original instanceof ArgumentError) {
    return describe(formatted, original.message, { code: ApolloServerErrorCode.BAD_USER_INPUT });
  }
  if (original instanceof SearchError) {
    return describe(formatted, original.message, { code: original.code });
  }
  const { message, extensions } = formatted;
  // Apollo Server gives this code to every error without one.
  if (extensions && extensions["code"] !== ApolloServerErrorCode.INTERNAL_SERVER_ERROR) {
    return describe(formatted, message, { code: extensions["code"] });
  }
  log.error({ err: original }, "unexpected error");
  return describe(formatted, internalMessage, {
    code: ApolloServerErrorCode.INTERNAL_SERVER_ERROR,
  });
}

/**
 * Formats the errors of an execution for the caller, as Apollo Server does.
 * @param log receives the errors that are hidden from the caller.
 */
export function formatErrors(
  errors: readonly GraphQLError[],
  log: Pick<Logger, "error">,
): readonly GraphQLFormattedError[] {
  return errors.map((error) => {
    const code = error.extensions["code"] ?? ApolloServerErrorCode.INTERNAL_SERVER_ERROR;
    const formatted = { ...error.toJSON(), extensions: { ...error.extensions, code } };
    return maskError(formatted, error, log);
  });
}

export function toCodes(errors: readonly GraphQLFormattedError[] = []): readonly string[] {
  return errors.map(({ extensions }) => String(extensions?.["code"]));
}

function describe(
  { locations, path }: GraphQLFormattedError,
  message: string,
  extensions: GraphQLFormattedError["extensions"] & object,
): GraphQLFormattedError {
  return {
    message: shorten(message),
    ...(locations && { locations }),
    ...(path && { path }),
    extensions,
  };
}

function shorten(message: string): string {
  if (message.length <= maxMessageLength) return message;
  const half = maxMessageLength / 2 - 1;
  return `${message.slice(0, half)} … ${message.slice(-half)}`.toWellFormed();
}

function toExtensions(error: RegistryError) {
  const { code, status, retryAfterSeconds, field, records, total, list } = error;
  return {
    code,
    ...(status !== undefined && { registryStatus: status }),
    ...(retryAfterSeconds !== undefined && { retryAfter: retryAfterSeconds }),
    ...(field !== undefined && { registryField: field }),
    ...(records !== undefined && { records }),
    ...(total !== undefined && { total }),
    ...(list !== undefined && { list }),
  };
}
