import { judgePage, judgeSet } from "../../../test/lists/oracle.ts";
import type { Answer, Json } from "../ask.ts";
import type { ListJournal, Matches, Window } from "../journal.ts";
import type { Tally } from "../tally.ts";
import { findRowFault, rowId } from "./fields.ts";

/** The window of an answer that may be this old. */
export function windowOf({ asked }: Answer, maxAgeSeconds: number): Window {
  return { from: asked.from - maxAgeSeconds * 1000, to: asked.to };
}

/** Compares what a client got of one list with what the registry held. */
export class Judge {
  readonly #tally: Tally;
  readonly #client: string;
  readonly #title: string;
  readonly #list: ListJournal;
  readonly #window: Window;
  readonly #matches: Matches | undefined;

  constructor(
    tally: Tally,
    client: string,
    asked: {
      /** How the request was, for the finding. */
      readonly title: string;
      readonly list: ListJournal;
      readonly window: Window;
      /** Which records were asked for. @default all */
      readonly matches?: Matches;
    },
  ) {
    this.#tally = tally;
    this.#client = client;
    this.#title = asked.title;
    this.#list = asked.list;
    this.#window = asked.window;
    this.#matches = asked.matches;
  }

  rows(rows: readonly Json[]): void {
    this.#tally.row(this.#client).compared += rows.length;
    for (const row of rows) {
      const fault =
        row === null
          ? "a row is null without an error"
          : findRowFault(this.#list, row, this.#window);
      if (fault !== undefined) this.#wrong(fault);
    }
  }

  /** A record that was looked up: a row, or null if it is claimed absent. */
  record(id: string, row: Json): void {
    if (row !== null) {
      this.rows([row]);
      return;
    }
    this.#tally.row(this.#client).compared += 1;
    const values = this.#list.valuesOf(id, this.#window);
    if (!values.includes(null)) this.#wrong(`${id} is claimed absent`);
  }

  /** A page in the registry's order, after the rows `anchors`, the cursor's own first. */
  page(
    { nodes, pageInfo }: Json,
    asked: {
      readonly size: number;
      readonly from: "start" | "end";
      readonly anchors: readonly string[] | null;
    },
  ): void {
    const ids = nodes.filter(Boolean).map((row: Json) => rowId(this.#list.kind, row));
    const { hasNextPage, hasPreviousPage } = pageInfo;
    const page = { ids, length: nodes.length, hasNextPage, hasPreviousPage, ...asked };
    this.#findings(judgePage(this.#list.always(this.#window, this.#matches), page));
  }

  /** All rows of a list, in any order. */
  all(ids: readonly string[]): void {
    this.#findings(judgeSet(this.#list.always(this.#window, this.#matches), ids));
  }

  count(count: number, matches = this.#matches): void {
    this.#tally.row(this.#client).compared += 1;
    const [least, most] = this.#list.countsIn(this.#window, matches);
    if (!(count >= least && count <= most)) {
      this.#wrong(`${count} records, not ${least} to ${most}`);
    }
  }

  #findings(findings: ReturnType<typeof judgeSet>): void {
    this.#tally.row(this.#client).compared += 1;
    for (const { fault, detail } of findings) this.#wrong(`${fault} ${detail}`);
  }

  #wrong(fault: string): void {
    this.#tally.wrong(this.#client, `${this.#title}: ${fault}`);
  }
}
