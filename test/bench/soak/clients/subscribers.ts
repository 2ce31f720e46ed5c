import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { RecordKind } from "../../../../src/registry/record.ts";
import { subscribe } from "../../../support/event-stream.ts";
import { type Answer, askGraphql, type Json, readCodes, type Scene } from "../ask.ts";
import type { RingKey } from "../key-ring.ts";
import { between, chance } from "../random.ts";
import { cacheTtlSeconds, pollSeconds } from "../stage.ts";
import { countPage } from "./drift.ts";
import { findRowFault, listName, rowId, selectFields } from "./fields.ts";
import { Replica } from "./replica.ts";

const client = "subscribers";

/** How long a listener stays, and stays away, in milliseconds. */
const stayMs = [5_000, 60_000] as const;
const awayMs = [50, 15_000] as const;

/** Within this time of a change, undisturbed, every listener knows it. */
const knownWithinMs = (2 * pollSeconds + 8) * 1_000;

/** Between two comparisons with the registry. */
const auditMs = 5_000;

/** A listener that is cut off again and again, and resumes by the cursor that it had. */
export class Subscriber {
  readonly #scene: Scene;
  readonly #ring: RingKey;
  /** A listener comes back to the gateway that it was at, if that lives. */
  readonly #headers = { "x-client": randomBytes(6).toString("hex") };
  readonly #replica = new Replica();
  #cursor: string | null = null;
  /** Events that came while the lists are read; null: they are not being read. */
  #waiting: Json[] | null = null;
  #reading = 0;
  /** Since when the listener has had all. */
  #since = Number.POSITIVE_INFINITY;
  #isLast = false;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#ring = scene.keys.lasting();
  }

  /** Listens until `over` is aborted. From `last` on it is not cut off any more. */
  async keepListening(last: AbortSignal, over: AbortSignal): Promise<void> {
    last.addEventListener("abort", () => {
      this.#isLast = true;
    });
    const audits = setInterval(() => this.#audit(), auditMs);
    while (!over.aborted) {
      await this.#listen(over);
      this.#since = Number.POSITIVE_INFINITY;
      if (over.aborted) break;
      await setTimeout(this.#isLast ? 200 : between(...awayMs));
      if (chance(0.1)) this.#cursor = null;
    }
    clearInterval(audits);
  }

  /** Why it does not agree with the registry; undefined if it does. */
  findFault(): string | undefined {
    if (this.#waiting !== null) return "it still reads the lists";
    return this.#replica.findFault(this.#ring.project, performance.now());
  }

  async #listen(over: AbortSignal): Promise<void> {
    const { tally, url } = this.#scene;
    const { key } = this.#ring;
    const from = performance.now();
    const asked = () => ({ from, to: performance.now() });
    tally.row(client).asked += 1;
    const query = `subscription ($after: String) { changes(after: $after) { kind id cursor fields node { id ... on Tag { ${selectFields("tag")} } ... on Terminal { ${selectFields("terminal")} } } } }`;
    let isCut = false;
    try {
      const options = { key, variables: { after: this.#cursor }, headers: this.#headers };
      await using stream = await subscribe(url, query, options);
      if (stream.status !== 200) {
        const code = stream.status === 503 ? "OVERLOADED" : `STATUS_${stream.status}`;
        tally.error(client, code, asked());
        return;
      }
      const cut = () => {
        isCut = true;
        void stream.close();
      };
      using _ = new CutOff(between(...stayMs), over, () =>
        this.#isLast && !over.aborted ? undefined : cut(),
      );
      if (this.#waiting === null && this.#cursor !== null) this.#since = performance.now();
      for (let part = await stream.part(); part !== null; part = await stream.part()) {
        if (part.kind === "next" && !this.#take(part.result)) return;
        if (part.kind === "complete") break;
      }
    } catch {
      // The connection was lost, which is judged below.
    }
    if (!isCut)
      tally.error(client, "STREAM_ENDED", { from: performance.now(), to: performance.now() });
  }

  /** Takes a result. Returns false if it is an error, which ends the stream. */
  #take(result: Json): boolean {
    const { tally } = this.#scene;
    const now = performance.now();
    const codes = readCodes(result);
    for (const code of codes) tally.error(client, code, { from: now - 5_000, to: now });
    if (!result.data?.changes) return false;
    const { changes } = result.data;
    this.#cursor = changes.cursor;
    if (changes.kind === "RESET") {
      void this.#read();
      return true;
    }
    tally.row(client).compared += 1;
    if (changes.kind !== "REMOVED" && changes.node === null) {
      tally.wrong(client, `${changes.kind} without its record`);
      return true;
    }
    this.#check(changes);
    if (this.#waiting !== null) this.#waiting.push(changes);
    else this.#replica.apply(changes);
    return true;
  }

  /** A change may wait in the gateway's log for as long as the listener is away. */
  #check({ kind, node, fields }: Json): void {
    const { tally } = this.#scene;
    if (kind === "REMOVED") return;
    const [subject, to]: [RecordKind, number] = [
      node.tagId === undefined ? "terminal" : "tag",
      performance.now(),
    ];
    const window = { from: to - awayMs[1] - stayMs[1], to };
    const fault = findRowFault(this.#ring.project[subject], node, window);
    if (fault !== undefined) tally.wrong(client, fault);
    if (kind === "CHANGED" && !fields?.includes("lastUpdate"))
      tally.wrong(client, `CHANGED tells ${fields}, not lastUpdate`);
  }

  /** Reads both lists, once what a cache may have is younger than the reset. */
  async #read(): Promise<void> {
    this.#reading += 1;
    const own = this.#reading;
    this.#waiting = [];
    await setTimeout(cacheTtlSeconds * 1_000 + 50);
    const rows: Json[] = [];
    for (const kind of ["tag", "terminal"] as const) {
      const list = this.#ring.project[kind];
      let [shown, anchor]: [Answer | undefined, string] = [undefined, ""];
      for (let after: string | null = null, hasNext = true; hasNext && own === this.#reading; ) {
        const query: string = `query ($after: String) { ${listName(kind)}(first: 500, after: $after) { nodes { id ${kind}Id lastUpdate } pageInfo { hasNextPage endCursor } } }`;
        const { key } = this.#ring;
        const answer = await askGraphql(this.#scene.url, { key, query, variables: { after } });
        const before = shown && { list, answer: shown, anchor, isForward: true };
        if (!countPage(this.#scene, client, answer, before)) {
          await setTimeout(500);
          continue;
        }
        const { nodes, pageInfo }: Json = answer.data[listName(kind)];
        rows.push(...nodes);
        shown = answer;
        anchor = nodes.map((row: Json) => rowId(kind, row)).at(-1) ?? "";
        ({ endCursor: after, hasNextPage: hasNext } = pageInfo);
      }
    }
    // Another reset came meanwhile.
    if (own !== this.#reading) return;
    this.#replica.replace(rows);
    for (const change of this.#waiting ?? []) this.#replica.apply(change);
    this.#waiting = null;
    this.#since = performance.now();
  }

  #audit(): void {
    const { disturbances, tally } = this.#scene;
    const settled = performance.now() - knownWithinMs;
    if (this.#waiting !== null || this.#since > settled || !disturbances.isCalm(knownWithinMs))
      return;
    tally.row(client).compared += 1;
    const fault = this.#replica.findFault(this.#ring.project, settled);
    if (fault !== undefined) tally.wrong(client, fault);
  }
}

/** Cuts a listener off after some time, or at the end. */
class CutOff implements Disposable {
  readonly #timer: NodeJS.Timeout;
  readonly #over: AbortSignal;
  readonly #cut: () => void;

  constructor(ms: number, over: AbortSignal, cut: () => void) {
    this.#cut = cut;
    this.#over = over;
    this.#timer = globalThis.setTimeout(cut, ms);
    over.addEventListener("abort", cut);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#over.removeEventListener("abort", this.#cut);
  }
}
