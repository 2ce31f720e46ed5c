import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { RegistryError, type RegistryErrorCode } from "../../../src/gateway/base/errors.ts";
import { localhostCertificate } from "../../support/certificate.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import {
  type Behaviour,
  babble,
  endlessBody,
  endlessHeaders,
  json,
  reset,
  resetInBody,
  resetInHeaders,
  stall,
  stallInBody,
  stallInErrorBody,
  startScriptedRegistry,
  status,
  text,
  truncate,
  truncateChunks,
  truncateLastChunks,
  truncateSilently,
  unusedAddress,
} from "../../support/scripted-registry.ts";
import {
  createBudget,
  createCalls,
  failureOf,
  SECRET_KEY,
  tagCall,
  untilResponseStarts,
} from "../../support/upstream.ts";

const isJson = { "content-type": "application/json" };
/** Thirty seconds after the start of a manual clock. */
const inHalfAMinute = "Thu, 01 Jan 2026 00:00:30 GMT";
const tooMany = (retryAfter: string) =>
  status(429, { "retry-after": retryAfter, date: "Thu, 01 Jan 2026 00:00:00 GMT" });
const redirect = (location: string) => status(302, { location });

/** What the registry does · the error's code · the behaviour · the error's other properties. */
const results: readonly (readonly [string, RegistryErrorCode, Behaviour, object?])[] = [
  // Failures of the connection.
  ["resets the connection", "REGISTRY_UNAVAILABLE", reset],
  ["resets it in the headers", "REGISTRY_UNAVAILABLE", resetInHeaders],
  ["resets it in the body", "REGISTRY_UNAVAILABLE", resetInBody],
  ["closes it before the announced end", "REGISTRY_UNAVAILABLE", truncate],
  ["closes it before the last chunk", "REGISTRY_UNAVAILABLE", truncateChunks],
  ["does so after announcing the close", "REGISTRY_UNAVAILABLE", truncateLastChunks],
  // Responses that cannot be read.
  ["sends part of a JSON text as if it were whole", "REGISTRY_BAD_RESPONSE", truncateSilently],
  ["sends something that is not HTTP", "REGISTRY_BAD_RESPONSE", babble],
  ["sends headers without end", "REGISTRY_BAD_RESPONSE", endlessHeaders],
  ["sends a body without end", "REGISTRY_BAD_RESPONSE", endlessBody, { status: 200 }],
  ["announces too long a body", "REGISTRY_BAD_RESPONSE", json("x".repeat(2_000_000))],
  ["sends HTML", "REGISTRY_BAD_RESPONSE", text("<h1>hello</h1>", { "content-type": "text/html" })],
  ["sends HTML as JSON", "REGISTRY_BAD_RESPONSE", text("<h1>hello</h1>", isJson), { status: 200 }],
  ["sends plain text", "REGISTRY_BAD_RESPONSE", text("hello", { "content-type": "text/plain" })],
  ["sends XML", "REGISTRY_BAD_RESPONSE", text("<tag/>", { "content-type": "application/xml" })],
  ["sends an empty body", "REGISTRY_BAD_RESPONSE", text("", isJson), { status: 200 }],
  ["sends damaged gzip", "REGISTRY_BAD_RESPONSE", json({}, { "content-encoding": "gzip" })],
  [
    "sends an encoding that was not requested",
    "REGISTRY_BAD_RESPONSE",
    json({}, { "content-encoding": "zstd" }),
  ],
  // Statuses other than 200.
  ["answers 204", "REGISTRY_BAD_RESPONSE", status(204), { status: 204 }],
  ["answers 206", "REGISTRY_BAD_RESPONSE", status(206), { status: 206 }],
  ["answers 304", "REGISTRY_BAD_RESPONSE", status(304), { status: 304 }],
  ["answers 400", "REGISTRY_BAD_RESPONSE", status(400), { status: 400 }],
  ["answers 401", "UNAUTHENTICATED", status(401), { status: 401 }],
  ["answers 403", "FORBIDDEN", status(403), { status: 403 }],
  ["answers 404", "REGISTRY_BAD_RESPONSE", status(404), { status: 404 }],
  ["answers 410", "REGISTRY_BAD_RESPONSE", status(410), { status: 410 }],
  ["answers 418, by which it refuses keys", "UNAUTHENTICATED", status(418), { status: 418 }],
  ["answers 422", "REGISTRY_BAD_RESPONSE", status(422), { status: 422 }],
  ["answers 429", "REGISTRY_RATE_LIMITED", status(429), { status: 429 }],
  ["answers 429 with seconds", "REGISTRY_RATE_LIMITED", tooMany("30"), { retryAfterSeconds: 30 }],
  [
    "answers 429 with a date",
    "REGISTRY_RATE_LIMITED",
    tooMany(inHalfAMinute),
    { retryAfterSeconds: 30 },
  ],
  ["answers 429 with nonsense", "REGISTRY_RATE_LIMITED", tooMany("-5"), { status: 429 }],
  ["answers 500", "REGISTRY_UNAVAILABLE", status(500), { status: 500 }],
  ["answers 502", "REGISTRY_UNAVAILABLE", status(502), { status: 502 }],
  ["answers 503", "REGISTRY_UNAVAILABLE", status(503, { "retry-after": "5" }), { status: 503 }],
  ["answers 504", "REGISTRY_UNAVAILABLE", status(504), { status: 504 }],
  // Redirects.
  [
    "redirects to another host",
    "REGISTRY_BAD_RESPONSE",
    redirect("http://elsewhere.invalid/?key=1"),
  ],
  ["redirects to another scheme", "REGISTRY_BAD_RESPONSE", redirect("https://127.0.0.1/")],
  ["redirects nowhere", "REGISTRY_BAD_RESPONSE", redirect("http://["), { status: 302 }],
  ["redirects without saying where", "REGISTRY_BAD_RESPONSE", status(302), { status: 302 }],
];

describe("a registry that", () => {
  test.for(results)("%s: %s", async ([, code, behaviour, details]) => {
    await using registry = await startScriptedRegistry(behaviour);
    await using restCalls = createCalls(registry.url, {
      clock: new ManualClock(),
      maxBodyBytes: 1_000_000,
      settings: { REGISTRY_BAD_KEY_STATUS: [401, 403, 418] },
    });
    const error = await failureOf(restCalls.get(tagCall(), createBudget({ maxCalls: 1 })));
    expect(error).toMatchObject({ code, call: "GET /api/v1/tags/{id}/", ...details });
    expectNoSecret(error, registry.url);
    expect(restCalls.statistics()).toMatchObject({ running: 0, waiting: 0 });
  });
});

/** The same table for calls that time out. */
const delays: typeof results = [
  ["never answers", "REGISTRY_TIMEOUT", stall],
  ["stops in the body", "REGISTRY_TIMEOUT", stallInBody],
  ["stops in the body of a 503", "REGISTRY_UNAVAILABLE", stallInErrorBody, { status: 503 }],
];

describe("a registry that, until the call times out,", () => {
  test.for(delays)("%s: %s", async ([, code, behaviour, details]) => {
    const clock = new ManualClock();
    await using registry = await startScriptedRegistry(behaviour);
    await using restCalls = createCalls(registry.url, {
      clock,
      settings: { REGISTRY_TIMEOUT_MS: 5_000 },
    });
    const result = failureOf(restCalls.get(tagCall(), createBudget({ clock, maxCalls: 1 })));
    const call = await registry.call(0);
    if (call.response.headersSent) await untilResponseStarts(restCalls, clock);
    clock.advance(4_999);
    expect(restCalls.statistics().running).toBeGreaterThan(0);
    clock.advance(1);
    const error = await result;
    expect(error).toMatchObject({ code, ...details });
    expectNoSecret(error, registry.url);
    await call.closed;
  });
});

describe("the registry is unavailable", () => {
  test("if nothing listens at its address", async () => {
    await expectUnavailable(unusedAddress, /ECONNREFUSED/);
  });

  test("if its host name is unknown", async () => {
    await expectUnavailable("http://registry.invalid", /ENOTFOUND|EAI_AGAIN/);
  });

  test("if its certificate is not trusted", async () => {
    await using registry = await startScriptedRegistry(json({}), {
      certificate: localhostCertificate,
    });
    await expectUnavailable(registry.url, /DEPTH_ZERO_SELF_SIGNED_CERT/);
    expect(registry.calls).toHaveLength(0);
  });

  test("if it does not speak TLS", async () => {
    await using registry = await startScriptedRegistry(json({}));
    await expectUnavailable(registry.url.replace("http:", "https:"), /SSL|EPROTO/);
  });
});

async function expectUnavailable(url: string, reason: RegExp): Promise<void> {
  await using restCalls = createCalls(url);
  const error = await failureOf(restCalls.get(tagCall(), createBudget({ maxCalls: 1 })));
  expect(error).toMatchObject({
    code: "REGISTRY_UNAVAILABLE",
    message: expect.stringMatching(reason),
  });
  expectNoSecret(error, url);
}

/** Expects that no printed form of an error shows the key, the address or what the registry sent. */
function expectNoSecret(error: Error, url: string): void {
  expect(error).toBeInstanceOf(RegistryError);
  const printed = [
    error.message,
    error.stack,
    JSON.stringify(error),
    inspect(error, { depth: Infinity, showHidden: true, getters: true }),
  ].join("\n");
  expect(printed).not.toContain(SECRET_KEY);
  expect(printed).not.toContain(new URL(url).host);
  expect(printed).not.toMatch(/hello|failed:|elsewhere/);
}
