import { describe, expect, it } from "vitest";
import type { RequestOutcome } from "../../../src/explorer/connect/graphql-over-http.ts";
import type { KeyKind } from "../../../src/explorer/connect/key.ts";
import { explainOutcome } from "../../../src/explorer/response/notices/explain-outcome.ts";
import type { Warning } from "../../../src/gateway/resolvers/request/context.ts";

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
    expect(notice?.detail).toContain("Missing as a result: `tags`.");
  });

  it("has the gateway's own words for any other code, or for none", () => {
    for (const [code, detail] of [
      ["NEW_CODE", "Its code is NEW_CODE. Missing as a result: `tags`."],
      ["constructor", "Its code is constructor. Missing as a result: `tags`."],
      ["", "Missing as a result: `tags`."],
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

  it("shows a thousand errors of one code as one, with the first of their paths", () => {
    const errors = Array.from({ length: 1000 }, (_, at) => ({
      message: at % 2 === 0 ? "The tag cannot be read" : "Is it gone?",
      path: ["tags", "nodes", at],
      extensions: { code: "REGISTRY_BAD_RESPONSE" },
    }));
    expect(explainOutcome(responseWith({ errors }), "other")).toEqual([
      {
        tone: "error",
        title: "The registry sent an unexpected response",
        detail:
          "The tag cannot be read. Is it gone? Missing as a result: `tags.nodes.0`, `tags.nodes.1`, `tags.nodes.2` and 997 more.",
      },
    ]);
  });

  const warningTitles = {
    LINKS_NOT_CONFIGURED: "No links are configured",
    PAGE_DRIFT: "The list changed while paging",
    UNKNOWN_IDENTIFIER: "The query names an unknown identifier",
  } satisfies Record<Exclude<Warning["code"], "LIST_INCOMPLETE">, string>;

  it.each(Object.entries(warningTitles))("has a title for the warning %s", (code, title) => {
    expect(explainWarning({ code, message: "It moved." })).toEqual([
      { tone: "warning", title, detail: "It moved." },
    ]);
  });

  const incomplete = (list: string, recordsRead: number, recordsStated: number | null) => ({
    code: "LIST_INCOMPLETE",
    message: "What happened.",
    list,
    recordsRead,
    recordsStated,
  });
  const badResponse = (path: string, list?: string) => ({
    message: "What happened.",
    path: path.split("."),
    extensions: { code: "REGISTRY_BAD_RESPONSE", ...(list && { list }) },
  });
  const cause = "The list changed too much while it was read, or its pages do not fit together.";

  it("shows a list that could not be read whole and the errors that this causes as one warning", () => {
    const response = responseWith({
      data: { tags: { totalCount: null }, tagsByUid: null },
      errors: [badResponse("tags.totalCount", "tags"), badResponse("tagsByUid", "tags")],
      extensions: { warnings: [incomplete("tags", 1990, 3000)] },
    });
    expect(explainOutcome(response, "other")).toEqual([
      {
        tone: "warning",
        title: "Some tags may be missing",
        detail: `1,990 of 3,000 were read. ${cause} Try again in a moment. Missing as a result: \`tags.totalCount\`, \`tagsByUid\`.`,
      },
    ]);
  });

  it("keeps errors apart that an incomplete list does not explain, and each list has its own warning", () => {
    const response = responseWith({
      errors: [
        badResponse("terminals.totalCount", "terminals"),
        badResponse("tags.nodes.0.name"),
        badResponse("other.totalCount", "tags"),
      ],
      extensions: { warnings: [incomplete("terminals", 1, 2), incomplete("terminalz", 9, null)] },
    });
    const notices = explainOutcome(response, "other");
    expect(notices.map(({ tone, title }) => `${tone}: ${title}`)).toEqual([
      "error: The registry sent an unexpected response",
      "warning: Some terminals may be missing",
      "warning: Some records may be missing",
    ]);
    expect(notices[0]?.detail).toContain("`tags.nodes.0.name`, `other.totalCount`.");
    expect(notices[1]?.detail).toMatch(/^1 of 2 was read\..*`terminals\.totalCount`\.$/);
    expect(notices[2]?.detail).toBe(`9 were read. ${cause} Try again in a moment.`);
  });

  it.each([
    [3000, 3000],
    [3001, 3000],
    [3000, null],
  ])("does not deny that records are missing: %i were read, %s stated", (read, stated) => {
    const [notice] = explainWarning(incomplete("tags", read, stated));
    expect(notice?.detail).toMatch(/^3,00\d were read\. /);
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
