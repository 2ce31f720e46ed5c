import { afterAll, describe, expect, test } from "vitest";
import { type ListGateway, startListGateway } from "../../../support/list-gateway.ts";

/*
 * The gateway's clock stands at the beginning of 2026 until a test moves it.
 */

const dayMs = 86_400_000;

const times = [
  "2025-11-30T00:00:00Z",
  "2025-12-01T00:00:00Z",
  "2025-12-31T23:59:59.999Z",
  "2026-01-01T00:00:00Z",
  "2026-01-01T00:00:00.001Z",
  "2026-01-30T23:59:59.999Z",
  "2026-01-31T00:00:00Z",
  null,
];
const tags = times.map((time, at) => ({
  id: String(at),
  added_when: time,
  last_update: time,
  additional_data: { next_check: time, during: time, kept_by: "1" },
}));

const start = (settings: Readonly<Record<string, string>> = {}) =>
  startListGateway({
    tags,
    terminals: [{ id: "1", additional_data: { checked_with: "0" } }, { id: "2" }],
    links: "tag.kept_by=terminal.id,terminal.checked_with=tag.id",
    ownFields: `type TagData {
      nextCheck: DateTime @item(identifier: "next_check")
      within: DateTime @item(identifier: "during")
      data: Terminal @item(identifier: "kept_by")
    }`,
    settings,
  });

const shapes: readonly (readonly [string, (comparison: object | null) => object])[] = [
  ["a time of the record", (updatedAt) => ({ updatedAt })],
  ["a date", (date) => ({ and: [{ additionalData: [{ identifier: "next_check", date }] }] })],
  ["an own field", (nextCheck) => ({ data: { nextCheck } })],
  ["an own field called within", (within) => ({ data: { within } })],
];

const comparisons: readonly (readonly [object, readonly number[]])[] = [
  [{ within: { from: "PT0S" } }, [3, 4, 5, 6]],
  [{ within: { to: "PT0S" } }, [0, 1, 2]],
  [{ within: { from: "PT0S", to: "P30D" } }, [3, 4, 5]],
  [{ within: { from: "-P1M", to: "PT0.001S" } }, [1, 2, 3]],
  [{ within: { from: "-P1M1D" } }, [0, 1, 2, 3, 4, 5, 6]],
  [{ within: { from: "P1D", to: "-P1D" } }, []],
  [{ within: { from: "-P1M" }, gte: "2026-01-01T00:00:00Z" }, [3, 4, 5, 6]],
  [{ within: { from: "PT0S" }, gte: "2025-12-01T00:00:00Z" }, [3, 4, 5, 6]],
  [{ within: { to: "P1Y" }, lt: "2026-01-01T01:00:00+01:00" }, [0, 1, 2]],
  [{ within: { to: "PT0S" }, lt: "2027-01-01T00:00:00Z", gt: "2025-11-30T00:00:00Z" }, [1, 2]],
  [{ within: { from: "-P1Y", to: "P1Y" }, isNull: true }, []],
  [{ within: { from: "-P1Y", to: "P1Y" }, isNull: false }, [0, 1, 2, 3, 4, 5, 6]],
];

describe("within is a span from now, and every other comparison must match too", async () => {
  const gateway = await start();
  afterAll(() => gateway[Symbol.asyncDispose]());

  test.each(shapes)("for %s", async (_, filterOf) => {
    for (const [comparison, expected] of comparisons) {
      const found = await gateway.ids({ filter: filterOf(comparison) });
      expect([comparison, found.map(Number)]).toEqual([comparison, expected]);
    }
    const not = { not: filterOf({ within: { to: "PT0S" } }) };
    expect((await gateway.ids({ filter: not })).map(Number)).toEqual([3, 4, 5, 6, 7]);
  });
});

const expected = "an ISO 8601 duration, such as `-P30D`, `P1M`, `PT12H` or `PT0S`";
const tooFar = `${expected}, that leads to one of the years 0 to 9999.`;
const mistakes: readonly (readonly [unknown, string, string])[] = [
  [{}, "", `from or to, each ${expected}.`],
  [null, "", `from or to, each ${expected}.`],
  [{ from: "PT0S", to: null }, ".to", `${expected}.`],
  [{ from: "30 days" }, ".from", `${expected}.`],
  [{ from: "P1W2D" }, ".from", `${expected}.`],
  [{ to: "P8000Y" }, ".to", tooFar],
  [{ from: `P${"9".repeat(99)}D` }, ".from", tooFar],
];

const places = [
  ["filter.addedAt", (addedAt: object) => ({ addedAt })],
  [
    "filter.additionalData[0].date",
    (date: object) => ({ additionalData: [{ identifier: "next_check", date }] }),
  ],
  [
    "filter.data.data.linkedTags.some.updatedAt",
    (updatedAt: object) => ({ data: { data: { linkedTags: { some: { updatedAt } } } } }),
  ],
] as const;

test("a mistake is BAD_USER_INPUT before any call, and says what is right", async () => {
  await using gateway = await start();
  for (const [path, filterOf] of places) {
    for (const [within, end, message] of mistakes) {
      const { message: told, extensions } = await gateway.refusal({ filter: filterOf({ within }) });
      expect([told, extensions.code]).toEqual([
        `\`${path}.within${end}\`: expected ${message}`,
        "BAD_USER_INPUT",
      ]);
    }
  }
  expect(gateway.registry.calls).toEqual([]);
});

test("without its only variable it is a mistake, and with another bound it is left out", async () => {
  await using gateway = await start();
  const ask = (within: string) =>
    gateway.query(
      `query ($x: String) { tags(filter: { addedAt: { within: ${within} } }) { totalCount } }`,
    );
  expect((await ask("{ from: $x }")).codes).toEqual(["BAD_USER_INPUT"]);
  expect((await ask('{ from: $x, to: "PT0S" }')).data).toEqual({ tags: { totalCount: 3 } });
});

/** Asks the same text again, as a dashboard does. */
async function walk(gateway: ListGateway, filter: object): Promise<readonly string[]> {
  const found: string[] = [];
  for (let day = 0; day < 3; day += 1) {
    found.push((await gateway.ids({ filter })).join());
    gateway.clock.advance(15 * dayMs);
  }
  return found;
}

const soon = { within: { from: "PT0S", to: "P15D" } };

test.each<[string, object, readonly string[]]>([
  ["a list", { addedAt: soon }, ["3,4", "5", "6"]],
  [
    "a filter of the records that it names",
    {
      data: {
        data: { linkedTags: { some: { addedAt: { within: { from: "P10D", to: "P20D" } } } } },
      },
    },
    ["", "0,1,2,3,4,5,6,7", ""],
  ],
  [
    "a filter of the records that name it",
    {
      linkedTerminals: {
        some: {
          linkedTags: {
            identifier: "kept_by",
            none: { data: { nextCheck: { within: { from: "P10D", to: "P20D" } } } },
          },
        },
      },
    },
    ["0", "", "0"],
  ],
])("what is asked again later is asked of that day: %s", async (_, filter, expectedIds) => {
  await using gateway = await start({ SNAPSHOT_TTL_SECONDS: "86400" });
  expect(await walk(gateway, filter)).toEqual(expectedIds);
});

test("a response that is kept is as old as the cache allows, not older", async () => {
  await using gateway = await start({ CACHE_TTL_SECONDS: "5", SNAPSHOT_TTL_SECONDS: "86400" });
  const filter = { addedAt: { within: { to: "PT0S" } } };
  const counts: number[] = [];
  for (const ms of [0, 1_000, 4_000]) {
    gateway.clock.advance(ms);
    counts.push((await gateway.find({ filter })).totalCount);
  }
  expect(counts).toEqual([3, 3, 5]);
});
