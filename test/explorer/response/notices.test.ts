import { describe, expect, it } from "vitest";
import type { RequestOutcome } from "../../../src/explorer/connect/graphql-over-http.ts";
import type { KeyKind } from "../../../src/explorer/connect/key-kind.ts";
import { explainOutcome } from "../../../src/explorer/response/notices/explain-outcome.ts";
import type { Warning } from "../../../src/graphql/request/context.ts";

function responseWith(body: Record<string, unknown>, status = 200): RequestOutcome {
  return { kind: "response", status, text: JSON.stringify(body), body, durationMs: 1 };
}

const failure = (code: string, more: Record<string, unknown> = {}) =>
  responseWith({
    errors: [{ message: "What happened.", path: ["tags"], extensions: { code, ...more } }],
  });

const explainWarning = (warning: Record<string, unknown>) =>
  explainOutcome(responseWith({ data: {}, extensions: { warnings: [warning] } }), "other");

describe("what went wrong, in words", () => {
  it.each([
    "UNAUTHENTICATED",
    "FORBIDDEN",
    "BAD_USER_INPUT",
    "REGISTRY_RATE_LIMITED",
    "REGISTRY_TIMEOUT",
    "REGISTRY_UNAVAILABLE",
    "REGISTRY_BAD_RESPONSE",
    "REGISTRY_CALL_LIMIT",
    "REQUEST_DEADLINE",
    "QUERY_TOO_COMPLEX",
    "PAYLOAD_TOO_LARGE",
    "GRAPHQL_PARSE_FAILED",
    "GRAPHQL_VALIDATION_FAILED",
    "INTERNAL_SERVER_ERROR",
  ])("has its own words for %s, and names what is missing", (code) => {
    const [notice, ...others] = explainOutcome(failure(code), "other");
    expect(others).toEqual([]);
    expect(notice?.tone).toBe("error");
    expect(notice?.title).not.toBe("What happened.");
    expect(notice?.detail).toContain("Missing as a result: tags.");
  });

  it("has the gateway's own words for any other code, or for none", () => {
    for (const [code, detail] of [
      ["NEW_CODE", "Its code is NEW_CODE. Missing as a result: tags."],
      ["", "Missing as a result: tags."],
    ] as const) {
      expect(explainOutcome(failure(code), "other")).toEqual([
        { tone: "error", title: "What happened.", detail },
      ]);
    }
  });

  it("distinguishes a missing key, a wrong key, and a sample key that is refused", () => {
    const title = (keyKind: KeyKind) =>
      explainOutcome(failure("UNAUTHENTICATED"), keyKind)[0]?.title;
    expect([title("none"), title("other"), title("sample")]).toEqual([
      "A key is needed",
      "The registry does not know this key",
      "The registry does not know the sample's key",
    ]);
  });

  it("says when to try again", () => {
    const [notice] = explainOutcome(failure("REGISTRY_RATE_LIMITED", { retryAfter: 7 }), "other");
    expect(notice?.detail).toContain("Try again in 7 s.");
  });

  it("shows a thousand equal errors as one, with the first of their paths", () => {
    const errors = Array.from({ length: 1000 }, (_, at) => ({
      message: "The tag cannot be read",
      path: ["tags", "nodes", at],
      extensions: { code: "REGISTRY_BAD_RESPONSE" },
    }));
    expect(explainOutcome(responseWith({ errors }), "other")).toEqual([
      {
        tone: "error",
        title: "The registry sent an unexpected response",
        detail:
          "The tag cannot be read. Missing as a result: tags.nodes.0, tags.nodes.1, tags.nodes.2 and 997 more.",
      },
    ]);
  });

  const warningTitles = {
    LINKS_NOT_CONFIGURED: "No links are configured",
    LIST_INCOMPLETE: "Some records may be missing",
    PAGE_DRIFT: "The list changed while paging",
    UNKNOWN_IDENTIFIER: "The query names an unknown identifier",
  } satisfies Record<Warning["code"], string>;

  it.each(Object.entries(warningTitles))("has a title for the warning %s", (code, title) => {
    expect(explainWarning({ code, message: "It moved." })).toEqual([
      { tone: "warning", title, detail: "It moved." },
    ]);
  });

  it("has the gateway's own words for any other warning", () => {
    expect(explainWarning({ code: "NEW_CODE", message: "It moved." })).toEqual([
      { tone: "warning", title: "It moved.", detail: "" },
    ]);
  });

  it("is silent about a response without errors, and reads errors of any shape", () => {
    expect(explainOutcome(responseWith({ data: { tags: null } }), "other")).toEqual([]);
    for (const errors of [[null], [1], [{ message: 1, path: "x", extensions: null }]]) {
      expect(explainOutcome(responseWith({ errors }), "other")).toHaveLength(1);
    }
  });
});
