import { randomBytes } from "node:crypto";
import type { PageRequest } from "../../paging/page-source.ts";
import type { RecordPage, RegistryRow, Subject } from "../../upstream/answers/records.ts";
import type { CachePartition } from "../../upstream/cache/shared-store.ts";
import { RegistryError } from "../../upstream/errors.ts";
import { compressBody, packBody, type SentBody } from "../../upstream/http/sent-body.ts";
import { nextTurn } from "../../upstream/time/turns.ts";
import type { ReadWhole } from "../reading/read-snapshot.ts";
import { SendWindow } from "./send-window.ts";

/** Rows that follow one another in one of a snapshot's pages: from `from` on, before `to`. */
export interface Part extends PageRequest {
  /** Which of the answers of the reading has them. */
  readonly answer: number;
  readonly from: number;
  readonly to: number;
}

/** A snapshot's table of contents. */
export interface Contents {
  /** Names the reading. */
  readonly id: string;
  /** When its first page was asked for, by the clock of the gateway that did. */
  readonly takenAt: number;
  /** The list's count, as a call for one record told it before the list was read. */
  readonly count: number | null;
  readonly calls: number;
  readonly milliseconds: number;
  readonly parts: readonly Part[];
  /** Which answer is the structure; null: the registry has none. */
  readonly structure: number | null;
}

/** How answers are recorded. */
export interface RecordingOptions {
  /** How old a snapshot may be, in milliseconds. */
  readonly lifeMs: number;
  /** Is told as soon as the store will not have all of them. */
  readonly onBroken: () => void;
}

/** The name of one of the answers that a snapshot is made of. */
export function nameOfAnswer(id: string, answer: number): string {
  return `${id} ${answer}`;
}

/** Puts the answers of a reading where other gateways find them, as they come. */
export class Recording {
  readonly #id = randomBytes(12).toString("base64url");
  readonly #partition: CachePartition;
  readonly #options: RecordingOptions;
  readonly #numbers = new Map<unknown, number>();
  readonly #window = new SendWindow();
  readonly #puts: Promise<void>[] = [];
  #lastPacked: Promise<unknown> = Promise.resolve();
  #isBroken = false;

  constructor(partition: CachePartition, options: RecordingOptions) {
    this.#partition = partition;
    this.#options = options;
  }

  /** Takes an answer of the registry that the reading uses. */
  take(answer: unknown, sent: SentBody): void {
    if (this.#isBroken || this.#numbers.has(answer)) return;
    const number = this.#numbers.size;
    this.#numbers.set(answer, number);
    this.#puts.push(this.#put(number, sent));
  }

  /** Puts nothing more: an answer could not be put, or it takes too long. */
  break(): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#options.onBroken();
  }

  /** What a list is made of, when all of its answers lie in the store; undefined: they do not. */
  async finish({ list, pages }: ReadWhole, count: number | null): Promise<Contents | undefined> {
    const { records, structure, takenAt, figures } = list;
    if (structure instanceof RegistryError) return undefined;
    const structureAt = structure === null ? null : this.#numbers.get(structure);
    const parts = await this.#toParts(records, pages);
    await Promise.all(this.#puts);
    if (this.#isBroken || parts === undefined || structureAt === undefined) return undefined;
    const { calls, milliseconds } = figures;
    return { id: this.#id, takenAt, count, calls, milliseconds, parts, structure: structureAt };
  }

  async #put(number: number, sent: SentBody): Promise<void> {
    // One after the other: all other requests share the threads that compress.
    const packed = this.#lastPacked.then(() => (this.#isBroken ? undefined : pack(sent)));
    this.#lastPacked = packed;
    const bytes = await packed;
    const send = bytes && (() => this.#store(number, bytes));
    if (!send || !(await this.#window.send(bytes.length, send))) this.break();
  }

  async #store(number: number, bytes: Buffer): Promise<boolean> {
    if (this.#isBroken) return false;
    const name = { kind: "page", name: nameOfAnswer(this.#id, number) } as const;
    return this.#partition.put(name, { bytes, ageMs: 0, lifeMs: this.#options.lifeMs });
  }

  /** Where each record is found, in their order. */
  async #toParts(
    records: readonly RegistryRow<Subject>[],
    pages: ReadonlyMap<RecordPage<Subject>, PageRequest>,
  ): Promise<readonly Part[] | undefined> {
    const places = new Map<RegistryRow<Subject>, readonly [RecordPage<Subject>, number]>();
    for (const page of pages.keys()) {
      await nextTurn();
      for (const [position, row] of page.rows.entries()) places.set(row, [page, position]);
    }
    const parts: Part[] = [];
    let last: { page: RecordPage<Subject>; from: number; to: number } | undefined;
    const close = () => {
      if (last === undefined) return true;
      const request = pages.get(last.page);
      const answer = this.#numbers.get(last.page);
      if (request === undefined || answer === undefined) return false;
      const { limit, page } = request;
      parts.push({ answer, limit, page, from: last.from, to: last.to });
      return true;
    };
    for (const record of records) {
      const [page, position] = places.get(record) ?? [];
      if (page === undefined || position === undefined) return undefined;
      if (last?.page === page && last.to === position) {
        last.to += 1;
        continue;
      }
      if (!close()) return undefined;
      last = { page, from: position, to: position + 1 };
    }
    return close() ? parts : undefined;
  }
}

/** A body as it is put; undefined: it cannot be. */
async function pack(sent: SentBody): Promise<Buffer | undefined> {
  try {
    return packBody(await compressBody(sent));
  } catch {
    return undefined;
  }
}
