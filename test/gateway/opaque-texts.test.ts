import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Cursors } from "../../src/gateway/list/changes/cursor.ts";
import {
  digestOf,
  formatCursor,
  maxNeighbours,
  parseCursor,
} from "../../src/gateway/list/cursor.ts";
import { codes } from "../../src/gateway/resolvers/quality/codes.ts";
import {
  formatIssueCursor,
  parseIssueCursor,
} from "../../src/gateway/resolvers/quality/issue-cursor.ts";
import type { Quality } from "../../src/gateway/resolvers/quality/quality.ts";
import { parseGlobalId, toGlobalId } from "../../src/gateway/resolvers/values/global-id.ts";
import type { RegistryRecord } from "../../src/registry-client/records.ts";
import { orderCursors, parseOrderCursor } from "../../src/search/order/order-cursor.ts";
import { runs, seed } from "../support/seed.ts";

/** An opaque text that clients get: any text of its kind, and how it is read; undefined if it is refused. */
interface Kind {
  readonly texts: fc.Arbitrary<string>;
  readonly read: (text: string) => unknown;
  readonly maxLength: number;
}

const ids = fc.string({ maxLength: 30 });
const digests = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const contents = fc.nat(2 ** 16 - 1);
const known = fc.array(fc.record({ digest: digests, contents }), { maxLength: maxNeighbours });

const listCursors = fc
  .record({
    position: fc.oneof(fc.nat(1000), fc.maxSafeNat()),
    count: fc.option(fc.maxSafeNat()),
    ahead: known,
    own: fc.record({ digest: digests, contents }),
    behind: known,
  })
  .map(({ position, count, ahead, own, behind }) => {
    const rows = [...ahead, own, ...behind];
    return {
      position,
      count,
      own: ahead.length,
      digests: rows.map(({ digest }) => digest),
      contents: rows.map((row) => row.contents),
    };
  });

const places = fc.record({
  subjects: fc
    .constantFrom(["tag"] as const, ["tag", "terminal"] as const)
    .map((of) => new Set(of)),
  position: fc.maxSafeNat(),
  from: fc.maxSafeNat(),
  end: fc.maxSafeNat(),
});

const changeCursors = new Cursors(Buffer.from("secret"), "digest");
const byName = orderCursors.within("by name");

const issues = fc
  .record({ id: ids, rank: fc.nat(codes.length - 1), identifier: ids, equalsBefore: fc.nat() })
  .map(({ id, ...issue }) => {
    const rows = {
      start: 0,
      length: 1,
      isLast: true,
      count: 1,
      digestAt: () => digestOf(id),
      contentsAt: () => 1,
      textAt: () => null,
    };
    const record: RegistryRecord = { subject: "tag", template: "", id, fields: {} };
    const quality = {} as Quality;
    const list = {
      subject: "tag",
      quality,
      records: [record],
      rows,
      pause: async () => {},
    } as const;
    return formatIssueCursor(list, { position: 0, ...issue });
  });

function tryTo<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const kinds: Readonly<Record<string, Kind>> = {
  "a tag's global id": {
    texts: ids.map((id) => toGlobalId("Tag", id)),
    read: (text) => tagIdOf(parseGlobalId(text), "Tag"),
    maxLength: Number.POSITIVE_INFINITY,
  },
  "a terminal's global id": {
    texts: ids.map((id) => toGlobalId("Terminal", id)),
    read: (text) => tagIdOf(parseGlobalId(text), "Terminal"),
    maxLength: Number.POSITIVE_INFINITY,
  },
  "a list's cursor": {
    texts: listCursors.map((cursor) => formatCursor("tag", cursor)),
    read: (text) => tryTo(() => parseCursor("tag", "after", text)),
    maxLength: 199,
  },
  "a sorted list's cursor": {
    texts: fc
      .record({ values: fc.array(fc.oneof(ids, fc.integer(), fc.constant(null))), id: ids })
      .map((place) => byName.write(place)),
    read: (text) => byName.read(text),
    maxLength: Number.POSITIVE_INFINITY,
  },
  "an issue's cursor": {
    texts: issues,
    read: (text) => tryTo(() => parseIssueCursor("tag", "after", text)),
    maxLength: Number.POSITIVE_INFINITY,
  },
  "a change's cursor": {
    texts: places.map((place) => changeCursors.format(place)),
    read: (text) => tryTo(() => changeCursors.parse(text)) ?? undefined,
    maxLength: Number.POSITIVE_INFINITY,
  },
};

function tagIdOf(global: ReturnType<typeof parseGlobalId>, type: "Tag" | "Terminal") {
  return global?.type === type ? global.id : undefined;
}

describe.each(Object.entries(kinds))(`%s (seed ${seed})`, (name, { texts, read, maxLength }) => {
  test("is read, no longer than it may be, and refused wherever another kind is expected", () => {
    const others = Object.entries(kinds).filter(([other]) => other !== name);
    const property = fc.property(texts, (text) => {
      expect(read(text)).toBeDefined();
      expect(text).toMatch(/^[\w-]+$/);
      expect(text.length).toBeLessThanOrEqual(maxLength);
      for (const [other, kind] of others) expect(kind.read(text), other).toBeUndefined();
    });
    fc.assert(property, { seed, numRuns: runs(150) });
  });

  test("is refused when it is cut off, or a character is added, removed or altered", () => {
    const letters = "AQgkow049-_=. \n";
    const property = fc.property(texts, fc.constantFrom(...letters), (text, letter) => {
      for (let index = 0; index < text.length; index++) {
        const ahead = text.slice(0, index);
        const behind = text.slice(index + 1);
        const altered = text[index] === letter ? `${ahead}!${behind}` : ahead + letter + behind;
        for (const wrong of [ahead, ahead + behind, altered]) expect(read(wrong)).toBeUndefined();
      }
      for (const wrong of [text + letter, letter + text]) expect(read(wrong)).toBeUndefined();
    });
    fc.assert(property, { seed, numRuns: runs(15) });
  });
});

/** The cursor with the next version, and the checksum that this version would give it. */
function toNextVersion(cursor: string, scope = ""): string {
  const bytes = Buffer.from(cursor, "base64url");
  bytes[0] = (bytes[0] ?? 0) + 1;
  bytes.writeUInt32BE(crc32(bytes.subarray(5), crc32(scope, bytes[0])), 1);
  return bytes.toString("base64url");
}

const [listCursor] = fc.sample(kinds["a list's cursor"]?.texts ?? fc.constant(""), 1);
const [issueCursor] = fc.sample(issues, 1);
const orderCursor = byName.write({ values: ["a"], id: "b" });

test.each([
  ["a list", () => parseCursor("tag", "after", toNextVersion(String(listCursor), "tag"))],
  ["a sorted list", () => parseOrderCursor(byName, "after", toNextVersion(orderCursor, "by name"))],
  ["issues", () => parseIssueCursor("tag", "after", toNextVersion(String(issueCursor), "tag"))],
])("a cursor of %s from another version is refused, and the message says why", (_, parse) => {
  expect(parse).toThrow(
    /^`after`.* a cursor from another version of tapgraph, which this one cannot read: begin again without it\.$/,
  );
});

test("a cursor from another version, but of another list, is only refused", () => {
  const cursor = toNextVersion(String(listCursor), "terminal");
  expect(() => parseCursor("tag", "after", cursor)).toThrow("`after` is not a cursor of this list");
});

test("a change's cursor from another version counts as one of another process", () => {
  const place = { position: 5, from: 5, end: 5, subjects: new Set(["tag"] as const) };
  const cursor = changeCursors.format(place);
  expect(changeCursors.parse(cursor)).toEqual(place);
  expect(changeCursors.parse(toNextVersion(cursor))).toBeNull();
});

test("a cursor of an earlier version is refused", () => {
  expect(() => parseCursor("tag", "after", "AlXSb6wDCgAAAAAAAAEAAQ")).toThrow(
    "`after` is not a cursor of this list",
  );
});

test("global ids have the form that clients have kept", () => {
  expect(toGlobalId("Tag", "04A224B2")).toBe("gIPFu8EwNEEyMjRCMg");
  expect(toGlobalId("Terminal", "5")).toBe("gR4OmBg1");
});
