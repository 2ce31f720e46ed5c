import { randomBytes } from "node:crypto";
import type { CachePartition } from "../../../../fleet/shared-cache.ts";
import type { PageRequest } from "../../../../registry-client/page.ts";
import type { RecordPage, RegistryRow, Subject } from "../../../../registry-client/records.ts";
import { compressBody, packBody, type SentBody } from "../../../../registry-client/sent-body.ts";
import { RegistryError } from "../../../base/errors.ts";
import { nextTurn, type TurnTaker } from "../../../base/time/turns.ts";
import type { ListWithPages } from "../reading/read-snapshot.ts";
import type { Incomplete } from "../snapshot.ts";
import { SendQueue } from "./send-queue.ts";

/** Some of a snapshot's records: those of one page from index `from` up to, but not including, `to`. */
export interface RecordedPart extends PageRequest {
  /** The number of the response that holds the page. */
  readonly response: number;
  readonly from: number;
  readonly to: number;
}

/** A snapshot's table of contents. If it changes, so must `cacheFormat`. */
export interface Contents {
  /** The id of the reading, which the names of its responses begin with. */
  readonly id: string;
  /** When its first page was requested, by the clock of the gateway that read it. */
  readonly takenAt: number;
  /** The list's count just before it was read; null if the registry gave none. */
  readonly count: number | null;
  /** Set if the list could not be read whole. */
  readonly incomplete: Incomplete | null;
  readonly calls: number;
  readonly milliseconds: number;
  readonly parts: readonly RecordedPart[];
  /** The number of the response that holds the structure; null if the registry has none. */
  readonly structure: number | null;
}

/** How responses are recorded. */
export interface RecordingOptions {
  /** Maximum age of a snapshot, in milliseconds. */
  readonly lifeMs: number;
  /** Whose work it is. */
  readonly taker: TurnTaker;
  /** Called when the recording is abandoned, because the shared cache will not have all responses. */
  readonly onAbandon: () => void;
}

/** The name of one of the responses that a snapshot is made of. */
export function nameOfResponse(id: string, response: number): string {
  return `${id} ${response}`;
}

/** Stores the registry's responses for other gateways while a list is being read. */
export class Recording {
  readonly #id = randomBytes(12).toString("base64url");
  readonly #partition: CachePartition;
  readonly #options: RecordingOptions;
  readonly #numbers = new Map<unknown, number>();
  readonly #sendQueue = new SendQueue();
  readonly #puts: Promise<void>[] = [];
  #lastPacked: Promise<unknown> = Promise.resolve();
  #isAbandoned = false;

  constructor(partition: CachePartition, options: RecordingOptions) {
    this.#partition = partition;
    this.#options = options;
  }

  /** Stores a response that the reading uses. */
  add(response: unknown, sent: SentBody): void {
    if (this.#isAbandoned || this.#numbers.has(response)) return;
    const number = this.#numbers.size;
    this.#numbers.set(response, number);
    this.#puts.push(this.#put(number, sent));
  }

  /** Abandons the recording, because a response could not be stored, or because storing takes too long. */
  abandon(): void {
    if (this.#isAbandoned) return;
    this.#isAbandoned = true;
    this.#options.onAbandon();
  }

  /** The list's table of contents, once all of its responses are in the shared cache; undefined if they are not. */
  async finish(
    { list, pages }: ListWithPages,
    count: number | null,
  ): Promise<Contents | undefined> {
    const { records, incomplete, structure, takenAt, cost } = list;
    if (structure instanceof RegistryError) return undefined;
    const structureAt = structure === null ? null : this.#numbers.get(structure);
    const parts = await this.#toParts(records, pages);
    await Promise.all(this.#puts);
    if (this.#isAbandoned || parts === undefined || structureAt === undefined) return undefined;
    const { calls, milliseconds } = cost;
    const parted = { calls, milliseconds, parts, structure: structureAt };
    return { id: this.#id, takenAt, count, incomplete, ...parted };
  }

  async #put(number: number, sent: SentBody): Promise<void> {
    const bytes = await this.#packInTurn(sent);
    if (bytes === undefined) return this.abandon();
    const isStored = await this.#sendQueue.send(bytes.length, () => this.#store(number, bytes));
    if (!isStored) this.abandon();
  }

  /** Packs one body after another, because all other requests use the same threads to compress. */
  #packInTurn(sent: SentBody): Promise<Buffer | undefined> {
    const packed = this.#lastPacked.then(() => (this.#isAbandoned ? undefined : pack(sent)));
    this.#lastPacked = packed;
    return packed;
  }

  async #store(number: number, bytes: Buffer): Promise<boolean> {
    if (this.#isAbandoned) return false;
    const name = { kind: "page", cacheKey: nameOfResponse(this.#id, number) } as const;
    return this.#partition.put(name, { bytes, ageMs: 0, lifeMs: this.#options.lifeMs });
  }

  /** Where the records are, in their order; undefined if the response with one of them was not recorded. */
  async #toParts(
    records: readonly RegistryRow<Subject>[],
    pages: ReadonlyMap<RecordPage<Subject>, PageRequest>,
  ): Promise<readonly RecordedPart[] | undefined> {
    const places = await this.#findPlaces(pages);
    const parts: GrowingPart[] = [];
    for (const record of records) {
      const place = places.get(record);
      if (place === undefined) return undefined;
      const { source, index } = place;
      const last = parts.at(-1);
      if (last?.response === source.response && last.to === index) last.to += 1;
      else parts.push({ ...source, from: index, to: index + 1 });
    }
    return parts;
  }

  /** Where each row of the pages is, if its response was recorded. */
  async #findPlaces(
    pages: ReadonlyMap<RecordPage<Subject>, PageRequest>,
  ): Promise<ReadonlyMap<RegistryRow<Subject>, RowPlace>> {
    const places = new Map<RegistryRow<Subject>, RowPlace>();
    for (const [page, { limit, page: number }] of pages) {
      const response = this.#numbers.get(page);
      if (response === undefined) continue;
      const source = { response, limit, page: number };
      // Each page is worked on in its own turn of the event loop.
      await nextTurn(this.#options.taker);
      for (const [index, row] of page.rows.entries()) places.set(row, { source, index });
    }
    return places;
  }
}

/** A part that can grow by the row after its last one. */
type GrowingPart = Omit<RecordedPart, "to"> & { to: number };

/** Where a row is: in which page, and at which index. */
interface RowPlace {
  readonly source: Omit<RecordedPart, "from" | "to">;
  readonly index: number;
}

/** A body, compressed as the shared cache keeps it; undefined if that fails. */
async function pack(sent: SentBody): Promise<Buffer | undefined> {
  try {
    return packBody(await compressBody(sent));
  } catch {
    return undefined;
  }
}
