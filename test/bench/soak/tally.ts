import type { Disturbances } from "./disturbances.ts";
import type { Window } from "./journal.ts";

/** How many findings of a kind of client are kept to be shown. */
const maxShown = 5;

/** What a kind of client asked and got. */
export interface Row {
  asked: number;
  /** Records, counts and events that were compared with the journal. */
  compared: number;
  wrong: number;
  /** Errors and warnings that a disturbance explains, by code. */
  readonly explained: Map<string, number>;
  readonly unexplained: Map<string, number>;
  readonly shown: string[];
}

/** What all clients asked and got. */
export class Tally {
  readonly rows = new Map<string, Row>();
  readonly #disturbances: Disturbances;
  readonly #start = performance.now();

  constructor(disturbances: Disturbances) {
    this.#disturbances = disturbances;
  }

  row(client: string): Row {
    const known = this.rows.get(client);
    if (known !== undefined) return known;
    const maps = { explained: new Map<string, number>(), unexplained: new Map<string, number>() };
    const row = { asked: 0, compared: 0, wrong: 0, ...maps, shown: [] };
    this.rows.set(client, row);
    return row;
  }

  /** Counts an error or a warning. */
  error(client: string, code: string, { from, to }: Window, detail = ""): void {
    const row = this.row(client);
    const isExplained = this.#disturbances.explain(code, from, to);
    const counts = isExplained ? row.explained : row.unexplained;
    counts.set(code, (counts.get(code) ?? 0) + 1);
    if (!isExplained) this.#show(row, client, `${code} ${detail}`);
  }

  /** Counts an error or a warning that something else explains than a disturbance. */
  explained(client: string, code: string): void {
    const { explained } = this.row(client);
    explained.set(code, (explained.get(code) ?? 0) + 1);
  }

  /** Counts what is not as it must be. */
  wrong(client: string, fault: string): void {
    const row = this.row(client);
    row.wrong += 1;
    this.#show(row, client, `WRONG ${fault}`);
  }

  sum(count: (row: Row) => number): number {
    return [...this.rows.values()].reduce((sum, row) => sum + count(row), 0);
  }

  #show(row: Row, client: string, text: string): void {
    const seconds = ((performance.now() - this.#start) / 1000).toFixed(1);
    const line = `${client}, second ${seconds}: ${text}`;
    if (row.shown.push(line) > maxShown) row.shown.pop();
    else console.error(line.slice(0, 1_000));
  }
}

/** The sum of such counts. */
export function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
