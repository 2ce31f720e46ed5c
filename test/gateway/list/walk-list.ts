import type { Connection } from "../../../src/gateway/list/list.ts";
import { loadConnection, type ModelList } from "./model-list.ts";

/** How to page through a list. */
export interface WalkPlan {
  readonly size: number;
  readonly direction: "forward" | "backward";
  /** The cursors that the walk stays between; undefined for the whole list. */
  readonly between?: { readonly after: string; readonly before: string };
}

/** What a walk saw, in the list's order, and what each of its pages cost in REST calls. */
export interface WalkReport {
  readonly ids: readonly (string | null)[];
  readonly hasDrifted: boolean;
  readonly calls: readonly number[];
}

/** Pages through a list to its end, with a request for each page. Stops at a page that warns of drift. */
export async function walkList(
  list: ModelList,
  { size, direction, between }: WalkPlan,
): Promise<WalkReport> {
  const isForward = direction === "forward";
  let ids: readonly (string | null)[] = [];
  const calls: number[] = [];
  for (let cursor: string | null = null; ; ) {
    const before = list.calls.length;
    const connection: Connection<string | null> = await loadConnection(
      {
        from: isForward ? "start" : "end",
        size,
        after: (isForward ? cursor : null) ?? between?.after ?? null,
        before: (isForward ? null : cursor) ?? between?.before ?? null,
      },
      list.source(),
      { rows: true, pageInfo: true, totalCount: false },
    );
    calls.push(list.calls.length - before);
    const { rows, warnings } = connection;
    if (warnings.length > 0) return { ids, hasDrifted: true, calls };
    ids = isForward ? [...ids, ...rows] : [...rows, ...ids];
    const hasFurther = isForward ? connection.hasNextPage : connection.hasPreviousPage;
    const hasMore = between ? rows.length === size : hasFurther;
    if (!hasMore) return { ids, hasDrifted: false, calls };
    if (rows.length === 0) throw new Error("more rows are promised, but none came");
    if (calls.length > 2000) throw new Error("the walk does not end");
    cursor = connection.cursorAt(isForward ? rows.length - 1 : 0);
  }
}
