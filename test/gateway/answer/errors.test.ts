import { GraphQLError } from "graphql";
import { expect, test } from "vitest";
import { formatErrors } from "../../../src/gateway/answer/errors.ts";

test("an error that nobody expected is told to the log alone", () => {
  const lines: object[] = [];
  const originalError = new TypeError("the key is s3cret");
  const error = new GraphQLError(originalError.message, { originalError, path: ["tags"] });
  expect(formatErrors([error], { error: (fields: object) => void lines.push(fields) })).toEqual([
    {
      message: "The gateway failed to answer this request. Its log has the cause.",
      path: ["tags"],
      extensions: { code: "INTERNAL_SERVER_ERROR" },
    },
  ]);
  expect(lines).toEqual([{ err: originalError }]);
});
