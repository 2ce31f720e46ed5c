import { addOne, formatCounts, formatTable } from "../harness/table.ts";
import type { Disturbances } from "./disturbances.ts";
import type { Window } from "./journal.ts";

/** How many findings of a kind of client are printed. */
const maxShown = 5;

/** What a kind of client asked and got. */
interface Row {
  asked: number;
  /** Records, counts and events that were compared with the journal. */
  compared: number;
  wrong: number;
  /** Errors and warnings that a disturbance explains, by code. */
  readonly explained: Map<string, number>;
  readonly unexplained: Map<string, number>;
  shown: number;
}

/** What all clients asked and got. */
export class Tally {
  readonly #rows = new Map<string, Row>();
  readonly #disturbances: Disturbances;
  readonly #start = performance.now();

  constructor(disturbances: Disturbances) {
    this.#disturbances = disturbances;
  }

  row(client: string): Row {
    const maps = { explained: new Map<string, number>(), unexplained: new Map<string, number>() };
    const row = this.#rows.get(client) ?? { asked: 0, compared: 0, wrong: 0, ...maps, shown: 0 };
    this.#rows.set(client, row);
    return row;
  }

  /** Counts an error or a warning. A list that moves under its reader may always say so. */
  error(client: string, code: string, { from, to }: Window, detail = ""): void {
    const row = this.row(client);
    const isExplained = code === "PAGE_DRIFT" || this.#disturbances.explain(code, from, to);
    addOne(isExplained ? row.explained : row.unexplained, code);
    if (!isExplained) this.#show(client, `${code} ${detail}`);
  }

  /** Counts what is not as it must be. */
  wrong(client: string, fault: string): void {
    this.row(client).wrong += 1;
    this.#show(client, `WRONG ${fault}`);
  }

  /** Why the run fails; empty if it does not. */
  findFailures(): readonly string[] {
    return [...this.#rows].flatMap(([client, { wrong, unexplained, compared }]) => [
      ...(wrong > 0 ? [`${client}: ${wrong} wrong`] : []),
      ...(unexplained.size > 0 ? [`${client}: unexplained ${formatCounts(unexplained)}`] : []),
      ...(compared === 0 ? [`${client}: nothing compared`] : []),
    ]);
  }

  format(): string {
    const rows = [...this.#rows].map(([client, row]) => [
      client,
      ...[row.asked, row.compared, row.wrong].map(String),
      ...[row.explained, row.unexplained].map(formatCounts),
    ]);
    const heads = ["clients", "requests", "compared", "wrong", "explained errors", "unexplained"];
    return formatTable([heads, ...rows]);
  }

  #show(client: string, text: string): void {
    const row = this.row(client);
    row.shown += 1;
    if (row.shown > maxShown) return;
    const seconds = ((performance.now() - this.#start) / 1000).toFixed(1);
    console.error(`${client}, second ${seconds}: ${text}`.slice(0, 1_000));
  }
}
