import { expect, test } from "vitest";
import type { Page, PageRequest } from "../../../../src/gateway/call/page.ts";
import { readWhole } from "../../../../src/gateway/list/pages/read-whole.ts";
import { loadConnection, type NamedSource } from "../../../../src/gateway/list/relay/connection.ts";
import { createIds, createModelList, type ModelList } from "./model-list.ts";

function loadPage(source: NamedSource<string | null>, size: number, after: string | null = null) {
  const args = { from: "start", size, after, before: null } as const;
  const needs = { rows: true, pageInfo: true, totalCount: false };
  return loadConnection(args, source, needs);
}

test("a page up to the end of a list that shrinks meanwhile lacks no row in silence, although the count is another list's (rule 5)", async () => {
  for (let call = 1; call <= 16; call += 1) {
    for (let at = 20; at <= 30; at += 1) {
      const list = createModelList(createIds(40), {
        maxLimit: 10,
        lie: (page) => ({ ...page, count: 1, pageCount: 1 }),
        afterCall: ({ calls, rows }) => {
          if (calls.length === call) rows.splice(at, 9);
        },
      });
      const { rows, hasNextPage, warnings } = await loadPage(list.source(), 63);
      if (warnings.length > 0 || hasNextPage) continue;
      const missing = list.rows.filter((id) => !rows.includes(id));
      expect({ call, at, missing }).toEqual({ call, at, missing: [] });
    }
  }
});

test("a walk ends, with a warning, where a registry repeats an unreadable last row for ever (rule 6)", async () => {
  const ids = [...createIds(30), null];
  for (const size of [3, 10, 25]) {
    const list = createModelList(ids, {
      maxLimit: 10,
      lie: (page, { limit }) => {
        const lastPage = ids.slice(Math.floor((ids.length - 1) / limit) * limit);
        const rows = page.rows.length === 0 ? lastPage : page.rows;
        return { ...page, rows, count: ids.length + 1, pageCount: null };
      },
    });
    let [hasMore, hasWarned, after] = [true, false, null as string | null];
    const walked: (string | null)[] = [];
    while (hasMore && walked.length <= 3 * ids.length) {
      const page = await loadPage(list.source(), size, after);
      walked.push(...page.rows);
      hasMore = page.hasNextPage;
      hasWarned ||= page.warnings.length > 0;
      after = page.cursorAt(page.rows.length - 1);
    }
    expect({ hasMore, hasWarned }).toEqual({ hasMore: false, hasWarned: true });
    expect(walked.slice(0, ids.length)).toEqual(ids);
  }
});

test("whichever of eight rows a registry hides and does not count, the list is not whole without one of the others (rule 2)", async () => {
  const ids = createIds(8);
  for (let hidden = 0; hidden < 2 ** ids.length; hidden += 1) {
    const shown = ids.filter((_, position) => ((hidden >> position) & 1) === 0);
    const isShown = new Set<string | null>(shown);
    const list = createModelList(ids, {
      maxLimit: 5,
      lie: ({ rows, ...envelope }) => ({
        ...envelope,
        rows: rows.filter((id) => isShown.has(id)),
        count: shown.length,
        pageCount: Math.ceil(shown.length / (envelope.limit ?? 1)),
      }),
    });
    for (const reading of [1, 2, 3]) {
      const { rows, isWhole } = await readWhole(list.source(), { concurrency: 6, maxReadings: 3 });
      const missing = isWhole ? shown.filter((id) => !rows.includes(id)) : [];
      expect({ hidden, reading, missing }).toEqual({ hidden, reading, missing: [] });
    }
  }
});

test("a walk delivers no other row twice without a warning if one is put back unedited elsewhere (rule 5)", async () => {
  const ids = createIds(60);
  for (const moved of ids.keys()) {
    for (const to of ids.keys()) {
      const list = createModelList(ids, { maxLimit: 10 });
      const source = () => ({ ...list.source(), contentsOf: (row: string | null) => row });
      const first = await loadPage(source(), 36);
      const [id = null] = list.rows.splice(moved, 1);
      list.rows.splice(to, 0, id);
      const second = await loadPage(source(), 6, first.cursorAt(35));
      if (moved === 35 || second.warnings.length > 0) continue;
      const twice = second.rows.filter((row) => row !== id && first.rows.includes(row));
      expect({ moved, to, twice }).toEqual({ moved, to, twice: [] });
    }
  }
});

test("a count of something else that looks like one without the hidden rows is not the total (rule 4)", async () => {
  const ids = createIds(50);
  for (const count of [3, 6, 20, 46]) {
    for (const size of [4, 10, 100]) {
      const list = createModelList(ids, {
        lie: (page) => ({
          ...page,
          rows: page.rows.filter((id) => id !== "id-11"),
          count,
          pageCount: null,
        }),
      });
      await readWhole(list.source(), { concurrency: 6, maxReadings: 3 });
      for (const from of ["start", "end"] as const) {
        const needs = { rows: true, pageInfo: true, totalCount: true };
        const args = { from, size, after: null, before: null };
        const { totalCount } = await loadConnection(args, list.source(), needs);
        if (totalCount instanceof Error) continue;
        expect({ count, size, from, totalCount }).toEqual({ count, size, from, totalCount: 49 });
      }
    }
  }
});

test("a walk back from the end does not go over the last row for ever where a registry repeats it for ever and counts nothing (rule 6)", async () => {
  const ids = createIds(71);
  const hidden = new Set<string | null>(ids.slice(7, 29));
  for (const [maxLimit, size] of [
    [23, 19],
    [30, 3],
    [30, 19],
  ] as const) {
    const list = createModelList(ids, {
      maxLimit,
      lie: (page, { limit }) => {
        const last = Math.floor((ids.length - 1) / limit) * limit;
        const rows = page.rows.length === 0 ? ids.slice(last) : page.rows;
        return { ...page, rows: rows.filter((id) => !hidden.has(id)), count: 0, pageCount: 0 };
      },
    });
    let [hasMore, pages, before] = [true, 0, null as string | null];
    while (hasMore && pages <= 2 * (ids.length / size + 1)) {
      const args = { from: "end", size, after: null, before } as const;
      const needs = { rows: true, pageInfo: true, totalCount: false };
      const page = await loadConnection(args, list.source(), needs).catch(() => null);
      hasMore = page?.hasPreviousPage === true;
      before = page?.cursorAt(0) ?? null;
      pages += 1;
    }
    expect({ size, hasMore }).toEqual({ size, hasMore: false });
  }
});

test("rows without an id are delivered once, each in its place, by pages of any size (rule 2)", async () => {
  const ids = createIds(188).map((id, index) => (index % 10 === 1 ? null : id));
  for (const clamp of [7, 8, 9, 11, 13]) {
    for (const size of [6, 17, 28, 45]) {
      const list = createModelList(ids, { clamp });
      const walked: (string | null)[] = [];
      let [hasMore, before] = [true, null as string | null];
      while (hasMore) {
        const args = { from: "end", size, after: null, before } as const;
        const needs = { rows: true, pageInfo: true, totalCount: false };
        const page = await loadConnection(args, list.source(), needs);
        walked.unshift(...page.rows);
        hasMore = page.hasPreviousPage;
        before = page.cursorAt(0);
      }
      expect({ clamp, size, walked }).toEqual({ clamp, size, walked: ids });
    }
  }
});

test("a walk back never begins again at the end, whatever rows are hidden and left out of the count (rule 5)", async () => {
  const ids = createIds(43);
  for (const hidden of [12, 20, 30]) {
    for (const maxLimit of [5, 7, 10]) {
      for (const size of [1, 2, 7]) {
        const list = createModelList(ids, {
          maxLimit,
          lie: (page) => ({
            ...page,
            rows: page.rows.filter((id) => ids.indexOf(String(id)) >= hidden),
            count: ids.length - hidden,
            pageCount: Math.ceil((ids.length - hidden) / maxLimit),
          }),
        });
        const walked: (string | null)[] = [];
        let [hasMore, before] = [true, null as string | null];
        while (hasMore && walked.length <= 2 * ids.length) {
          const args = { from: "end", size, after: null, before } as const;
          const needs = { rows: true, pageInfo: true, totalCount: false };
          const page = await loadConnection(args, list.source(), needs).catch(() => null);
          walked.unshift(...(page?.rows ?? []));
          hasMore = page?.hasPreviousPage === true;
          before = page?.cursorAt(0) ?? null;
        }
        expect({ hidden, maxLimit, size, hasMore }).toEqual({
          hidden,
          maxLimit,
          size,
          hasMore: false,
        });
      }
    }
  }
});

test("a page lacks no row in silence that its reading has seen, where rows are hidden and pages cut without a word (rule 1)", async () => {
  const ids = createIds(25);
  for (const hidden of [
    [7, 14, 20],
    [6, 13, 20],
    [7, 8, 14],
  ]) {
    for (const clamp of [6, 7, 8]) {
      const list = createModelList(ids, {
        lie: (_, { limit, page }) => {
          const served = Math.min(limit, clamp);
          const last = Math.min(page, Math.ceil(ids.length / served));
          const shown = ids.slice((last - 1) * served, last * served);
          const rows = shown.filter((id) => !hidden.includes(ids.indexOf(id)));
          return { rows, limit, page: last, count: ids.length, pageCount: null };
        },
      });
      const args = { from: "start", size: 4, after: null, before: null } as const;
      const needs = { rows: false, pageInfo: false, totalCount: true };
      await loadConnection(args, list.source(), needs);
      const page = await loadPage(list.source(), 25).catch(() => null);
      if (page === null || page.warnings.length > 0 || page.hasNextPage) continue;
      const missing = ids.filter((id, at) => !hidden.includes(at) && !page.rows.includes(id));
      expect({ hidden, clamp, missing }).toEqual({ hidden, clamp, missing: [] });
    }
  }
});

test("a list that is counted lacks no row that the page itself shows (rule 4)", async () => {
  const ids = createIds(49);
  const shown = [2, 10, 12, 14, 16, 22, 24, 26, 48];
  const list = createModelList(ids, {
    maxLimit: 13,
    lie: (page) => ({
      ...page,
      rows: page.rows.filter((id) => shown.includes(ids.indexOf(String(id)))),
      count: ids.length - 1,
      pageCount: null,
    }),
  });
  const args = { from: "end", size: 2, after: null, before: null } as const;
  const needs = { rows: true, pageInfo: true, totalCount: true };
  const { totalCount } = await loadConnection(args, list.source(), needs);
  if (!(totalCount instanceof Error)) expect(totalCount).toBe(shown.length);
});

test("pages that are cut without a word, and their place in the list, do not make a total too large (rule 4)", async () => {
  for (const length of [20, 25, 30, 33]) {
    for (const clamp of [4, 5, 6]) {
      for (const size of [4, 7, 25]) {
        const ids = createIds(length);
        const list = createModelList(ids, {
          maxLimit: 30,
          lie: (_, { limit, page }) => {
            const served = Math.min(limit, clamp);
            const pageCount = Math.ceil(length / served);
            const number = Math.min(page, pageCount);
            const rows = ids.slice((number - 1) * served, number * served);
            return { rows, limit, page: number, count: length, pageCount };
          },
        });
        const args = { from: "end", size, after: null, before: null } as const;
        const needs = { rows: false, pageInfo: false, totalCount: true };
        const { totalCount } = await loadConnection(args, list.source(), needs);
        if (totalCount instanceof Error) continue;
        expect({ clamp, size, totalCount }).toEqual({ clamp, size, totalCount: length });
      }
    }
  }
});

test("a walk ends where a registry repeats its last rows for ever, hides some and leaves them out of the count (rule 6)", async () => {
  const ids = createIds(8);
  const list = createModelList(ids, {
    lie: (_, { limit, page }) => {
      const pages = Math.ceil(ids.length / limit);
      const number = Math.min(page, pages);
      const shown = ids.slice((number - 1) * limit, number * limit);
      const rows = shown.filter((id) => id !== "id-5" && id !== "id-8");
      return { rows, limit, page, count: 6, pageCount: Math.ceil(6 / limit) };
    },
  });
  await loadPage(list.source(), 2);
  let [hasMore, pages, after] = [true, 0, null as string | null];
  while (hasMore && pages <= 20) {
    const page = await loadPage(list.source(), 12, after).catch(() => null);
    hasMore = page?.hasNextPage === true;
    after = page?.cursorAt(page.rows.length - 1) ?? null;
    pages += 1;
  }
  expect(hasMore).toBe(false);
});

/** The pages of a walk by one size, and how it ended: at the list's end, with an error, or not at all. */
async function walk(list: ModelList, size: number, from: "start" | "end") {
  const walked: (string | null)[] = [];
  const most = 20 + (4 * list.rows.length) / size;
  for (let [pages, cursor] = [0, null as string | null]; pages < most; pages += 1) {
    const isForward = from === "start";
    const args = {
      from,
      size,
      after: isForward ? cursor : null,
      before: isForward ? null : cursor,
    };
    const needs = { rows: true, pageInfo: true, totalCount: false };
    const page = await loadConnection(args, list.source(), needs).catch(() => null);
    if (page === null) return { walked, end: "an error" };
    if (isForward) walked.push(...page.rows);
    else walked.unshift(...page.rows);
    const hasMore = isForward ? page.hasNextPage : page.hasPreviousPage;
    if (!hasMore || page.rows.length === 0) return { walked, end: "the list's" };
    cursor = page.cursorAt(isForward ? page.rows.length - 1 : 0);
  }
  return { walked, end: "none" };
}

/** The page that a registry which repeats its last page for ever sends, with the number asked for. */
function lastPageAgain(
  ids: readonly (string | null)[],
  { limit, page }: PageRequest,
): readonly (string | null)[] {
  const last = Math.max(Math.ceil(ids.length / limit), 1);
  const start = (Math.min(page, last) - 1) * limit;
  return ids.slice(start, start + limit);
}

test("a walk by small pages goes over each row once, where pages of all sizes meet at rows without an id (rule 1)", async () => {
  const unreadable = new Set([0, 8, 16, 20, 22, 32, 36]);
  const ids = createIds(40).map((id, position) => (unreadable.has(position) ? null : id));
  const list = createModelList(ids, { clamp: 5, maxLimit: 30 });
  expect(await walk(list, 1, "start")).toEqual({ walked: ids, end: "the list's" });
});

test("a row behind all that are counted is no further row if the registry repeats its last page for ever (rule 6)", async () => {
  const ids = createIds(32).map((id, position) => (position % 21 === 9 ? null : id));
  const hidden = new Set([4, 11, 19, 31]);
  const shown = ids.filter((_, position) => !hidden.has(position));
  const isHidden = new Set(ids.filter((_, position) => hidden.has(position)));
  const list = createModelList(ids, {
    lie: (page, request) => {
      const rows = lastPageAgain(ids, request).filter((id) => !isHidden.has(id));
      return { ...page, rows, count: ids.length, pageCount: null };
    },
  });
  for (const size of [25, 4]) {
    expect(await walk(list, size, "start")).toEqual({ walked: shown, end: "the list's" });
    expect(await walk(list, size, "end")).toEqual({ walked: shown, end: "the list's" });
  }
});

test("a page past the last one by its number has no rows of its own if it shows the last one's, also without a count (rule 6)", async () => {
  const ids = ["id-0", null, null];
  const list = createModelList(ids, {
    lie: (page, request) => ({ ...page, rows: lastPageAgain(ids, request), count: null }),
  });
  expect(await walk(list, 49, "start")).toEqual({ walked: ids, end: "the list's" });
});

test("a walk without a count ends where unreadable last rows come for ever (rule 6)", async () => {
  const ids = createIds(50);
  for (const last of [[null], ["id-57", null]]) {
    const all = [...ids, ...last];
    const list = createModelList(all, {
      maxLimit: 10,
      lie: (page, request) => {
        const rows = lastPageAgain(all, request);
        return { ...page, rows, count: null, pageCount: null };
      },
    });
    const { walked, end } = await walk(list, 12, "start");
    expect(walked.slice(0, ids.length)).toEqual(ids);
    expect({ last, end }).not.toEqual({ last, end: "none" });
  }
});

test("a list of which rows were seen is not counted as empty (rule 4)", async () => {
  const ids = createIds(54);
  const hidden = new Set([...Array(20).keys(), 25, 27, 40, 44, 45, 46, 48, 51, 52]);
  const list = createModelList(ids, {
    lie: (page, { limit, page: number }) => {
      const served = Math.min(limit, 16);
      const start = (number - 1) * served;
      const rows = ids
        .slice(start, start + served)
        .filter((_, index) => !hidden.has(start + index));
      return { ...page, rows, limit, count: 53, pageCount: Math.ceil(53 / served) };
    },
  });
  const args = { from: "end", size: 1, after: null, before: null } as const;
  const needs = { rows: true, pageInfo: true, totalCount: true };
  const { rows, warnings, totalCount } = await loadConnection(args, list.source(), needs);
  expect({ isTold: rows.length > 0 || warnings.length > 0, isZero: totalCount === 0 }).toEqual({
    isTold: true,
    isZero: false,
  });
});

test("a page says that its place is lost if no two of its cursor's rows are in their order any more (rule 5)", async () => {
  const [a, b, c, d, e] = ["id-0", "id-1", "id-2", "id-3", "id-4"];
  const list = createModelList([a, b, c, d, e], {});
  const source = () => ({ ...list.source(), contentsOf: (row: string | null) => row });
  const first = await loadPage(source(), 5);
  list.rows = [e, c, a, b, d];
  const args = { from: "end", size: 9, after: null, before: first.cursorAt(2) } as const;
  const needs = { rows: true, pageInfo: true, totalCount: false };
  const { rows, warnings } = await loadConnection(args, source(), needs);
  expect({ hasBoth: rows.includes(a) && rows.includes(b), warnings: warnings.length }).toEqual({
    hasBoth: false,
    warnings: 1,
  });
});

test("a list is not whole without a row that an earlier reading showed, although its count was found untrue since (rule 2)", async () => {
  const ids = createIds(6);
  const shown = ids.slice(0, 2);
  for (let cutFrom = 2; cutFrom <= 60; cutFrom += 1) {
    let calls = 0;
    const list = createModelList(ids, {
      maxLimit: 10,
      lie: (page) => {
        calls += 1;
        const rows = page.rows.filter((id) => shown.includes(id ?? ""));
        return { ...page, rows: calls < cutFrom ? rows : rows.slice(0, -1) };
      },
    });
    const { rows, isWhole } = await readWhole(list.source(), { concurrency: 6, maxReadings: 2 });
    const missing = isWhole ? shown.filter((id) => !rows.includes(id)) : [];
    expect({ cutFrom, missing }).toEqual({ cutFrom, missing: [] });
  }
});

test("the last page in place of one past the end, with its own number, ends a list without a count where it stands (rule 6)", async () => {
  const ids = createIds(39);
  const list = createModelList(ids, {
    maxLimit: 50,
    lie: (page, request) => {
      const last = Math.ceil(ids.length / request.limit);
      const rows = lastPageAgain(ids, request);
      return { ...page, rows, page: Math.min(request.page, last), count: null };
    },
  });
  for (const size of [26, 4]) {
    expect(await walk(list, size, "end")).toEqual({ walked: ids, end: "the list's" });
    expect(await walk(list, size, "start")).toEqual({ walked: ids, end: "the list's" });
  }
});

test("no row is counted twice where one moves to the end while others are hidden (rule 4)", async () => {
  const ids = createIds(12);
  for (let hidden = 0; hidden < ids.length; hidden += 1) {
    for (let call = 1; call <= 9; call += 1) {
      for (const at of [0, 1, 5]) {
        const list = createModelList(ids, {
          lie: (page) => ({ ...page, rows: page.rows.filter((id) => id !== ids[hidden]) }),
          afterCall: ({ calls, rows }) => {
            if (calls.length === call) rows.push(...rows.splice(at, 1));
          },
        });
        const args = { from: "start", size: 10, after: null, before: null } as const;
        const needs = { rows: true, pageInfo: true, totalCount: true };
        const { totalCount, warnings, rows } = await loadConnection(args, list.source(), needs);
        const isMore = typeof totalCount === "number" && totalCount > ids.length;
        const isTwice = new Set(rows).size < rows.length && warnings.length === 0;
        expect({ hidden, call, at, isMore, isTwice }).toEqual({
          ...{ hidden, call, at, isMore: false, isTwice: false },
        });
      }
    }
  }
});

test("a page of hidden rows that is cut behind a row without an id does not end the list (rule 6)", async () => {
  const ids = createIds(22).map((id, position) => (position > 16 && position < 20 ? null : id));
  const list = createModelList(ids, {
    maxLimit: 50,
    lie: (_, { limit, page }) => {
      const start = (page - 1) * limit;
      const rows = ids.slice(start, start + Math.min(limit, 18)).filter((id) => id !== "id-13");
      return { rows, limit: null, page, count: null, pageCount: null };
    },
  });
  const { rows, isWhole } = await readWhole(list.source(), { concurrency: 6, maxReadings: 2 });
  expect(isWhole ? rows : "not whole").toEqual(ids.filter((id) => id !== "id-13"));
});

test("a walk back ends at the start, although a page came short by accident and the last one comes, with any number, for those past the end (rule 6)", async () => {
  const ids = createIds(107).map((id, position) => ([15, 25].includes(position) ? null : id));
  const hidden = new Set([0, 101, 102, 103, 104, 105, 106].map((position) => ids[position]));
  let calls = 0;
  const list = createModelList(ids, {
    lie: (page, request) => {
      const shown = lastPageAgain(ids, request).filter((id) => !hidden.has(id));
      calls += 1;
      const rows = calls === 1 ? shown.filter((_, index) => index % 2 === 0) : shown;
      return { ...page, rows, count: 100, pageCount: Math.ceil(100 / request.limit) };
    },
  });
  const { walked, end } = await walk(list, 15, "end");
  expect({ walked, end }).toEqual({ walked: ids.slice(1, 101), end: "the list's" });
});

test("a count that was wrong once is believed again if rows stand behind as many hidden ones as it leaves out (rule 2)", async () => {
  const ids = createIds(106);
  const shown = ids.filter((_, position) => position < 45 || position > 75);
  const list = createModelList(ids, {
    maxLimit: 10,
    lie: (page) => {
      const rows = page.rows.filter((id) => shown.includes(id ?? ""));
      return { ...page, rows, count: shown.length, pageCount: null };
    },
  });
  const source = list.source();
  source.learned.isCountTrue = false;
  const { rows, isWhole } = await readWhole(source, { concurrency: 6, maxReadings: 3 });
  expect(isWhole ? rows : "not whole").toEqual(shown);
});

test("the count of a page is not that of an older response which arrives later (rule 4)", async () => {
  for (let delay = 0; delay <= 60; delay += 1) {
    const list = createModelList(createIds(40), { maxLimit: 10 });
    const needs = { rows: true, pageInfo: false, totalCount: true };
    const args = { from: "start", size: 3, after: null, before: null } as const;
    // Learns that the count is true.
    await loadConnection({ ...args, from: "end" }, list.source(), needs);
    const late = list.source();
    const fetchLate: typeof late.fetchPage = async (...request) => {
      const page = await late.fetchPage(...request);
      for (let turn = 0; turn < delay; turn += 1) await undefined;
      return page;
    };
    const older = loadConnection(args, { ...late, fetchPage: fetchLate }, needs);
    await undefined;
    list.rows.push("id-41");
    const { totalCount } = await loadConnection(args, list.source(), needs);
    await older;
    expect({ delay, totalCount }).toEqual({ delay, totalCount: 41 });
  }
});

test("several pages are read to the end of a list without any count whose last page comes, with its own number, in place of those past the end (rule 6)", async () => {
  for (const length of [60, 99, 140]) {
    const ids = createIds(length);
    const list = createModelList(ids, {
      maxLimit: 50,
      lie: (page, request) => {
        const last = Math.ceil(ids.length / request.limit);
        const rows = lastPageAgain(ids, request);
        return { ...page, rows, page: Math.min(request.page, last), count: null, pageCount: null };
      },
    });
    for (const from of ["start", "end"] as const) {
      expect(await walk(list, 7, from)).toEqual({ walked: ids, end: "the list's" });
    }
    const { rows, isWhole } = await readWhole(list.source(), { concurrency: 6, maxReadings: 2 });
    expect({ rows, isWhole }).toEqual({ rows: ids, isWhole: true });
  }
});

test("a registry that sends its first page whatever is asked for is not taken for a list of one page (rule 6)", async () => {
  const ids = createIds(30);
  const list = createModelList(ids, {
    maxLimit: 10,
    lie: (page, { limit }) => {
      return { ...page, rows: ids.slice(0, limit), page: 1, count: null, pageCount: null };
    },
  });
  const reading = readWhole(list.source(), { concurrency: 6, maxReadings: 2 });
  await expect(reading).rejects.toThrow("asked for page 2 and answered with page 1");
});

test("two rows of one id are both in a list that is whole, wherever small pages meet and whatever they count (rule 2)", async () => {
  for (const clamp of [3, 4, 5]) {
    for (const [distance, at] of [1, 2, 3, 5, 8].flatMap((far) =>
      [8, 9, 10, 11, 12, 23].map((place) => [far, place] as const),
    )) {
      const ids = createIds(30);
      ids[at] = ids[at - distance] ?? "";
      const lie = (page: Page<string | null>) => ({ ...page, limit: null, count: null });
      const list = createModelList(ids, { clamp, maxLimit: 10, lie });
      const { rows, isWhole } = await readWhole(list.source(), { concurrency: 6, maxReadings: 3 });
      const length = isWhole ? rows.length : ids.length;
      expect({ clamp, distance, at, length }).toEqual({ clamp, distance, at, length: ids.length });
    }
  }
});

test("a page delivers no record twice without a warning where some were put back elsewhere while it was read (rule 5)", async () => {
  for (let call = 2; call <= 9; call += 1) {
    for (let at = 40; at <= 58; at += 1) {
      const list = createModelList(createIds(71), {
        maxLimit: 10,
        afterCall: ({ calls, rows }) => {
          if (calls.length === call) rows.splice(at - 1, 0, ...rows.splice(at, 7));
        },
      });
      const { rows, warnings } = await loadPage(list.source(), 60);
      const twice = warnings.length > 0 ? 0 : rows.length - new Set(rows).size;
      expect({ call, at, twice }).toEqual({ call, at, twice: 0 });
    }
  }
});
