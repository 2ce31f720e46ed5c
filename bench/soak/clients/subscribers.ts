import { setTimeout } from "node:timers/promises";
import type { RecordKind } from "../../../src/registry/record.ts";
import { subscribe } from "../../../test/support/event-stream.ts";
import { askGraphql, count, type Json, readCodes, type Scene } from "../ask.ts";
import type { Project } from "../project.ts";
import { between, chance, pick } from "../random.ts";
import { cacheTtlSeconds, pollSeconds } from "../stage.ts";
import { findRowFault, listName, selectFields } from "./fields.ts";
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
  readonly #project: Project;
  readonly #replica = new Replica();
  /** It comes back to the gateway that it was at, if that lives. */
  #gateway: { readonly url: string };
  #cursor: string | null = null;
  /** Events that came while the lists are read; null: they are not being read. */
  #waiting: Json[] | null = null;
  #reading = 0;
  /** Since when the listener has had all. */
  #since = Number.POSITIVE_INFINITY;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#project = pick(scene.projects);
    this.#gateway = pick(scene.gateways);
  }

  /** Listens until `over` is aborted. From `last` on it is not cut off any more. */
  async keepListening(last: AbortSignal, over: AbortSignal): Promise<void> {
    const audits = setInterval(() => this.#audit(), auditMs);
    while (!over.aborted) {
      const stay = AbortSignal.timeout(between(...stayMs));
      stay.addEventListener("abort", () => !last.aborted && leave.abort());
      const leave = new AbortController();
      await this.#listen(AbortSignal.any([leave.signal, over]));
      this.#since = Number.POSITIVE_INFINITY;
      await setTimeout(last.aborted ? 200 : between(...awayMs));
      if (chance(0.1)) this.#cursor = null;
    }
    clearInterval(audits);
  }

  /** Why it does not agree with the registry; undefined if it does. */
  findFault(): string | undefined {
    if (this.#waiting !== null) return "it still reads the lists";
    return this.#replica.findFault(this.#project, performance.now());
  }

  async #listen(cut: AbortSignal): Promise<void> {
    const { tally } = this.#scene;
    const from = performance.now();
    tally.row(client).asked += 1;
    const query = `subscription ($after: String) { changes(after: $after) { kind id cursor fields node { id ... on Tag { ${selectFields("tag")} } ... on Terminal { ${selectFields("terminal")} } } } }`;
    try {
      const options = { key: this.#project.key, variables: { after: this.#cursor } };
      await using stream = await subscribe(this.#gateway.url, query, options);
      if (stream.status !== 200) {
        const code = stream.status === 503 ? "OVERLOADED" : `STATUS_${stream.status}`;
        return tally.error(client, code, { from, to: performance.now() });
      }
      cut.addEventListener("abort", () => void stream.close());
      if (this.#waiting === null && this.#cursor !== null) this.#since = performance.now();
      for (let part = await stream.part(); part !== null; part = await stream.part()) {
        if (part.kind === "next" && !this.#take(part.result)) return;
        if (part.kind === "complete") break;
      }
    } catch (error) {
      // A lost connection is judged below. Where nobody listens, it goes to the other gateway.
      const isRefused = error instanceof TypeError && error.message === "fetch failed";
      const [one, other] = this.#scene.gateways;
      if (isRefused) this.#gateway = this.#gateway === one ? other : one;
    }
    if (cut.aborted) return;
    tally.error(client, "STREAM_ENDED", { from: performance.now(), to: performance.now() });
  }

  /** Takes a result. Returns false if it is an error, which ends the stream. */
  #take(result: Json): boolean {
    const { tally } = this.#scene;
    const now = performance.now();
    for (const code of readCodes(result)) tally.error(client, code, { from: now - 5_000, to: now });
    const { changes } = result.data ?? {};
    if (!changes) return false;
    this.#cursor = changes.cursor;
    if (changes.kind === "RESET") {
      void this.#read();
      return true;
    }
    tally.row(client).compared += 1;
    const fault = this.#findEventFault(changes, now);
    if (fault !== undefined) tally.wrong(client, fault);
    if (changes.kind !== "REMOVED" && changes.node === null) return true;
    if (this.#waiting !== null) this.#waiting.push(changes);
    else this.#replica.apply(changes);
    return true;
  }

  #findEventFault({ kind, node, fields }: Json, to: number): string | undefined {
    if (kind === "REMOVED") return undefined;
    if (node === null) return `${kind} without its record`;
    if (kind === "CHANGED" && !fields?.includes("lastUpdate"))
      return `CHANGED tells ${fields}, not lastUpdate`;
    const subject: RecordKind = node.tagId === undefined ? "terminal" : "tag";
    // A change may wait in the gateway's log for as long as the listener is away.
    const window = { from: to - awayMs[1] - stayMs[1], to };
    return findRowFault(this.#project[subject], node, window);
  }

  /** Reads both lists, once what a cache may have is younger than the reset. */
  async #read(): Promise<void> {
    this.#reading += 1;
    const own = this.#reading;
    this.#waiting = [];
    await setTimeout(cacheTtlSeconds * 1_000 + 50);
    const rows: Json[] = [];
    for (const kind of ["tag", "terminal"] as const) {
      const query = `query ($after: String) { ${listName(kind)}(first: 500, after: $after) { nodes { id ${kind}Id lastUpdate } pageInfo { hasNextPage endCursor } } }`;
      for (let after: string | null = null, hasNext = true; hasNext && own === this.#reading; ) {
        const asked = { query, variables: { after } };
        const answer = await askGraphql(this.#scene, this.#project.key, asked);
        if (!count(this.#scene, client, answer)) {
          await setTimeout(500);
          continue;
        }
        const { nodes, pageInfo }: Json = answer.data[listName(kind)];
        rows.push(...nodes);
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
    const isSettled = this.#waiting === null && this.#since <= settled;
    if (!isSettled || !disturbances.isCalm(knownWithinMs)) return;
    tally.row(client).compared += 1;
    const fault = this.#replica.findFault(this.#project, settled);
    if (fault !== undefined) tally.wrong(client, fault);
  }
}
