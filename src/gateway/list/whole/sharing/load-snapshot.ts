import type { CachePartition } from "../../../../fleet/shared-cache.ts";
import { defaultMaxBodyBytes } from "../../../../registry-client/body.ts";
import type {
  RegistryRecord,
  StructureRecord,
  Subject,
} from "../../../../registry-client/records.ts";
import { unpackBody } from "../../../../registry-client/sent-body.ts";
import { RegistryError } from "../../../base/errors.ts";
import { nextTurn, type TurnTaker } from "../../../base/time/turns.ts";
import type { RegistryClient } from "../../../call/client.ts";
import { bytesOfRecords } from "../keeping/bytes.ts";
import type { ReadList } from "../snapshot.ts";
import { type Contents, nameOfResponse } from "./recording.ts";

/** How to load a snapshot. */
export interface LoadOptions {
  readonly subject: Subject;
  /** Whose work it is to decode it. */
  readonly taker: TurnTaker;
  readonly client: RegistryClient;
  readonly partition: CachePartition;
  /** When its first page was requested, by this process's clock. */
  readonly agesFrom: number;
  /** Maximum time that the shared cache can take, in milliseconds. */
  readonly patienceMs: number;
  /** Called after some pages, with the number of records loaded so far. It returns false if no more are wanted. */
  readonly onProgress: (records: number) => boolean;
}

/** How many pages are fetched at the same time. */
const concurrency = 8;

/** Loading ends although nothing is damaged: a response is missing or late, or nobody waits for the list. */
class LoadEndedError extends Error {}

/** Loads a list from the responses that another gateway recorded; undefined if that fails, is too slow or is no longer wanted. */
export async function loadSnapshot(
  contents: Contents,
  options: LoadOptions,
): Promise<ReadList | undefined> {
  const { subject, partition, agesFrom } = options;
  const { takenAt, incomplete, calls, milliseconds } = contents;
  try {
    const [records, structure] = await Promise.all([
      loadRecords(contents, options),
      loadStructure(contents, options),
    ]);
    const bytes = await bytesOfRecords(records, options.taker);
    const cost = { records: records.length, calls, bytes, milliseconds };
    return { subject, rows: records, records, incomplete, structure, takenAt, agesFrom, cost };
  } catch (error) {
    if (!(error instanceof LoadEndedError)) partition.countCorrupt();
    return undefined;
  }
}

async function loadRecords(
  contents: Contents,
  options: LoadOptions,
): Promise<readonly RegistryRecord[]> {
  const { parts } = contents;
  const { client, subject, taker, onProgress, patienceMs } = options;
  const records: RegistryRecord[] = [];
  let fetchingMs = 0;
  for (let start = 0; start < parts.length; start += concurrency) {
    const batch = parts.slice(start, start + concurrency);
    // Loading would take longer than reading the list from the registry.
    if (willBeLate({ fetchingMs, done: start / parts.length, patienceMs }))
      throw new LoadEndedError("the shared cache is slow");
    const askedAt = performance.now();
    const fetched = await Promise.all(
      batch.map(async (part) => ({
        part,
        body: await fetchBody(contents, part.response, options),
      })),
    );
    fetchingMs += performance.now() - askedAt;
    for (const { part, body } of fetched) {
      await nextTurn(taker);
      const { rows } = client.decodeSharedPage(subject, part, body);
      for (const row of rows.slice(part.from, part.to)) {
        if (!(row instanceof RegistryError)) records.push(row);
      }
    }
    if (!onProgress(records.length)) throw new LoadEndedError("nobody waits for it");
  }
  return records;
}

/** Whether loading takes too long. Once half of the time is over, its pace also counts. */
function willBeLate({ fetchingMs, done, patienceMs }: LoadPace): boolean {
  if (fetchingMs > patienceMs) return true;
  return fetchingMs > patienceMs / 2 && fetchingMs / done > patienceMs;
}

/** How fast a list is loading. */
interface LoadPace {
  readonly fetchingMs: number;
  /** The share of it that has been loaded, from 0 to 1. */
  readonly done: number;
  readonly patienceMs: number;
}

async function loadStructure(
  contents: Contents,
  options: LoadOptions,
): Promise<StructureRecord | null> {
  if (contents.structure === null) return null;
  const body = await fetchBody(contents, contents.structure, options);
  return options.client.decodeSharedStructure(options.subject, body);
}

async function fetchBody(
  { id }: Contents,
  response: number,
  { partition }: LoadOptions,
): Promise<Buffer> {
  const name = { kind: "page", cacheKey: nameOfResponse(id, response) } as const;
  const found = await partition.find(name);
  if (found === undefined) throw new LoadEndedError("it has expired, or the shared cache is lost");
  const body = await unpackBody(found.bytes, defaultMaxBodyBytes);
  if (body === undefined) throw new TypeError("it cannot be inflated");
  return body;
}
