import { describe, expect, test } from "vitest";
import { createProject } from "../support/project.ts";
import { startSampleRegistry } from "../support/real-registry.ts";
import { type Misbehaviour, startScriptedRegistry } from "../support/scripted-registry.ts";
import { examine } from "./examine.ts";

/** A registry of `count` tags, made up on request. Each names a terminal, and a tag far away in the list. */
function listing(count: number, maxRows: number): Misbehaviour {
  const [model] = createProject(1).tags;
  const toTag = (place: number) => ({
    ...model,
    id: toId(place),
    additional_data: {
      terminal_id: 1001 + (place % 12),
      next_tag: toId((place * 7919 + 5) % count),
      lost_tag: toId(place + count),
    },
  });
  return (call, honest) => {
    const response = honest();
    const single = /^tags\/([0-9A-F]{14})\/$/.exec(call.path);
    if (single) {
      const place = Number.parseInt((single[1] ?? "").slice(2, 12), 16);
      return place < count && toId(place) === single[1]
        ? { status: 200, body: { tag: toTag(place) } }
        : response;
    }
    if (call.path !== "tags" || response.status !== 200) return response;
    const limit = Math.min(Number(call.query.get("limit") ?? maxRows), maxRows);
    const page = Number(call.query.get("page") ?? 1);
    const start = (page - 1) * limit;
    const length = Math.max(0, Math.min(limit, count - start));
    const tags = Array.from({ length }, (_, place) => toTag(start + place));
    return {
      status: 200,
      body: { tags, limit, page, count, page_count: Math.ceil(count / limit) },
    };
  };
}

function toId(place: number): string {
  return `04${place.toString(16).toUpperCase().padStart(10, "0")}80`;
}

describe("a list of", () => {
  test.each([
    [0, 1000],
    [1, 1000],
    [999, 1000],
    [1000, 1000],
    [1001, 1000],
    [30_000, 10_000],
    [1_000_000, 1000],
    [1_000_000, 1],
  ])("%i records, in pages of at most %i, is diagnosed within 60 calls", async (count, maxRows) => {
    await using registry = await startScriptedRegistry(createProject(1), {
      misbehave: listing(count, maxRows),
    });
    const { findings, settings, outcome, calls } = await examine(registry);
    const detail = expect.stringContaining(`number of tags, ${count.toLocaleString("en")},`);
    expect(findings).toContainEqual(
      expect.objectContaining({ id: "count-tags", status: "ok", certainty: "seen", detail }),
    );
    expect(outcome).toBe("works");
    expect(calls).toBeLessThanOrEqual(60);
    if (count > 1000 && maxRows > 1) {
      expect(settings["ADDITIONAL_DATA_LINKS"]).toBe(
        "tag.terminal_id=terminal.id,tag.next_tag=tag.id",
      );
    }
  });
});

describe("our own registry", () => {
  test.each([
    [{ clampLimit: 100 }, "largest-limit", /^100 rows per page: a larger limit/],
    [
      { refuseLimit: 250 },
      "largest-limit",
      /^At least 250 rows per page, but fewer than 500: limit=500 gets 400/,
    ],
    [{ failPercent: 10 }, "latency", /^Half of/],
  ])("with %j is diagnosed as what it simulates", async (misbehaviour, id, detail) => {
    await using registry = await startSampleRegistry({ misbehaviour });
    const { findings, settings, calls } = await examine(registry);
    expect(findings).toContainEqual(
      expect.objectContaining({ id, detail: expect.stringMatching(detail) }),
    );
    expect(settings["ADDITIONAL_DATA_LINKS"]).toBe(registry.links);
    expect(calls).toBe(registry.calls.length);
    expect(calls).toBeLessThanOrEqual(60);
  });
});

test("numbers are not a link just because they are as small as terminals' ids", async () => {
  const project = createProject();
  const terminals = project.terminals.map((terminal, place) => ({ ...terminal, id: place + 1 }));
  const tags = project.tags.map((tag, place) => ({
    ...tag,
    additional_data: { floor: (place % 5) + 1, reader: (place % 12) + 1 },
  }));
  await using registry = await startScriptedRegistry({ ...project, tags, terminals });
  const { findings, settings } = await examine(registry);
  expect(settings["ADDITIONAL_DATA_LINKS"]).toBe("tag.reader=terminal.id,terminal.home_tag=tag.id");
  expect(findings.find(({ id }) => id === "links")?.detail).toContain(
    "tag.floor → terminal.id: 100% of 5 different values, perhaps by chance",
  );
});

test("the doctor makes one call at a time", async () => {
  let open = 0;
  let maxOpen = 0;
  await using registry = await startScriptedRegistry(createProject(), {
    misbehave:
      (_, honest) =>
      ({ response }) => {
        const { status, body } = honest();
        open += 1;
        maxOpen = Math.max(maxOpen, open);
        setImmediate(() => {
          open -= 1;
          response
            .writeHead(status, { "content-type": "application/json" })
            .end(JSON.stringify(body));
        });
      },
  });
  const { calls } = await examine(registry);
  expect(calls).toBe(registry.calls.length);
  expect(maxOpen).toBe(1);
});

test("a record that is added before the list's last page is read makes the count no wrong one", async () => {
  let list = listing(1_500, 1_000);
  await using registry = await startScriptedRegistry(createProject(1), {
    misbehave(call, honest) {
      const [limit, page] = [call.query.get("limit"), call.query.get("page")];
      if (call.path === "tags" && limit === "1000" && page === "2") list = listing(1_501, 1_000);
      return list(call, honest);
    },
  });
  const { findings } = await examine(registry);
  expect(findings).toContainEqual(
    expect.objectContaining({
      id: "count-tags",
      status: "ok",
      detail: expect.stringContaining("number of tags, 1,500,"),
    }),
  );
});
