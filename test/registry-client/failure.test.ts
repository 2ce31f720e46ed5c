import { expect, test } from "vitest";
import { connectionFailure, toRegistryError } from "../../src/registry-client/failure.ts";
import { SECRET_KEY } from "../support/upstream.ts";

const template = "/api/v1/tags";

test.for([
  ["UND_ERR_CONNECT_TIMEOUT", "REGISTRY_TIMEOUT", "never", "unreachable"],
  ["ECONNREFUSED", "REGISTRY_UNAVAILABLE", "soon", "down"],
  ["EAI_AGAIN", "REGISTRY_UNAVAILABLE", "soon", "down"],
  ["CERT_HAS_EXPIRED", "REGISTRY_UNAVAILABLE", "never", "down"],
  ["UND_ERR_HEADERS_OVERFLOW", "REGISTRY_BAD_RESPONSE", "never", "up"],
  ["something else", "REGISTRY_UNAVAILABLE", "never", "down"],
  [undefined, "REGISTRY_UNAVAILABLE", "never", "down"],
] as const)(
  "a connection error with code %j becomes %s, is retried %s, and shows that the registry is %s",
  ([code, expected, retry, verdict]) => {
    const error = Object.assign(new Error(`GET /?key=${SECRET_KEY}`), { code });
    expect(connectionFailure(error, "sent")).toMatchObject({ code: expected, retry, verdict });
  },
);

test.for([
  Object.assign(new Error(`GET /?key=${SECRET_KEY}`), { code: `E_${SECRET_KEY}` }),
  Object.assign(new Error(`GET /?key=${SECRET_KEY}`), { name: "HTTPParserError" }),
  new AggregateError([new Error(SECRET_KEY)], SECRET_KEY),
  SECRET_KEY,
])("of a connection error only the code is kept", (thrown) => {
  const error = toRegistryError(connectionFailure(thrown, "response-started"), { template });
  expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(SECRET_KEY);
  expect(error.cause).toBeUndefined();
});
