import { GraphQLError } from "graphql";

/** Reads a document; null if it has a syntax error, which Apollo Server reports later. */
export function ignoreSyntaxErrors<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}
