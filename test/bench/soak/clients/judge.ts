import { judgePage, judgeSet } from "../../../lists/oracle.ts";
import type { Answer, Json, Scene } from "../ask.ts";
import type { JournalRecord, ListJournal, Window } from "../journal.ts";
import { findRowFault, rowId } from "./fields.ts";

/** The window of an answer that may be this old. */
export function windowOf({ asked }: Answer, maxAgeSeconds: number): Window {
  return { from: asked.from - maxAgeSeconds * 1000, to: asked.to };
}

/** What is compared of a connection. */
interface Judged {
  readonly list: ListJournal;
  readonly window: Window;
  /** How the request was, for the finding. */
  readonly title: string;
}

/** Compares rows with the journal. */
export function judgeRows(
  scene: Scene,
  client: string,
  rows: readonly Json[],
  { list, window, title }: Judged,
): void {
  scene.tally.row(client).compared += rows.length;
  for (const row of rows) {
    if (row === null) {
      scene.tally.wrong(client, `${title}: a row is null without an error`);
      continue;
    }
    const fault = findRowFault(list, row, window);
    if (fault !== undefined) scene.tally.wrong(client, `${title}: ${fault}`);
  }
}

/** A page in the registry's order. */
interface Page extends Judged {
  readonly nodes: readonly Json[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean };
  readonly size: number;
  readonly from: "start" | "end";
  /** The ids of the rows that gave the cursor, from the cursor's own away from the page. */
  readonly anchors: readonly string[] | null;
  /** Which records the list has. @default all */
  readonly matches?: (record: JournalRecord) => boolean;
}

/** Compares a page with the records that were in the list all the time. */
export function judgeOrderedPage(scene: Scene, client: string, page: Page): void {
  const { list, window, nodes, pageInfo, size, from, anchors, matches, title } = page;
  const stable = list.always(window, matches);
  scene.tally.row(client).compared += 1;
  const findings = judgePage(stable, {
    ids: nodes.filter((row) => row !== null).map((row) => rowId(list.kind, row)),
    length: nodes.length,
    ...{ size, from, anchors, ...pageInfo },
  });
  for (const { fault, detail } of findings)
    scene.tally.wrong(client, `${title}: ${fault} ${detail}`);
}

/** Compares all rows of a list in any order with the records that were in it all the time. */
export function judgeAll(
  scene: Scene,
  client: string,
  ids: readonly string[],
  {
    list,
    window,
    title,
    matches,
  }: Judged & { readonly matches?: (record: JournalRecord) => boolean },
): void {
  scene.tally.row(client).compared += 1;
  for (const { fault, detail } of judgeSet(list.always(window, matches), ids)) {
    scene.tally.wrong(client, `${title}: ${fault} ${detail}`);
  }
}

/** Compares a number with the least and the greatest that are possible. */
export function judgeCount(
  scene: Scene,
  client: string,
  count: number,
  {
    list,
    window,
    title,
    matches,
  }: Judged & { readonly matches?: (record: JournalRecord) => boolean },
): void {
  scene.tally.row(client).compared += 1;
  const [least, most] = matches
    ? [list.always(window, matches).length, list.countEver(window, matches)]
    : list.countsIn(window);
  if (!(count >= least && count <= most)) {
    const late = matches ? undefined : list.lateness(count, window);
    const since = late === undefined ? "" : `, which it had until ${late.toFixed(0)} ms before`;
    scene.tally.wrong(client, `${title}: ${count} records, not ${least} to ${most}${since}`);
  }
}
