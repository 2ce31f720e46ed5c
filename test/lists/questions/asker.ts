import type { GatewayResponse } from "../../support/gateway.ts";
import { type Bench, codesOf, whileTimePasses } from "../bench.ts";
import type { ModelList, Row } from "../model/list.ts";
import type { Subject } from "../model/registry.ts";
import type { Past, World } from "../model/world.ts";
import type { Finding } from "../oracle.ts";

/** How a question ended: well, or with something that the contract allows. */
export type Ending = "whole" | "LIST_INCOMPLETE" | "PAGE_DRIFT" | `error ${string}`;

/** What a question brought to light. */
export interface Verdict {
  readonly findings: readonly Finding[];
  readonly endings: readonly Ending[];
}

/** A cursor that was given out: its own row, and those on either side of it, the nearest first. */
export interface GivenCursor {
  readonly subject: Subject;
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly moment: number;
}

interface AskerOptions {
  readonly bench: Bench;
  readonly mayBeOdd: boolean;
}

/** Asks with one key, and remembers the cursors that it was given. */
export class Asker {
  readonly key: string;
  readonly world: World;
  readonly bench: Bench;
  /** Whether plain pages may come from a snapshot. */
  readonly #mayBeOdd: boolean;
  readonly #cursors: GivenCursor[] = [];

  constructor(key: string, world: World, { bench, mayBeOdd }: AskerOptions) {
    this.key = key;
    this.world = world;
    this.bench = bench;
    this.#mayBeOdd = mayBeOdd;
  }

  query(
    document: string,
    variables: Readonly<Record<string, unknown>> = {},
  ): Promise<GatewayResponse> {
    return this.wait(this.bench.gateway.query(document, { variables, key: this.key }));
  }

  /** Waits for the gateway, which may itself wait for time to pass. */
  wait<T>(promise: Promise<T>): Promise<T> {
    return whileTimePasses(this.bench.clock, promise, () => this.world.model.failures);
  }

  /** The moments from which on a plain answer may show the lists. */
  plainMoments(): Readonly<Record<Subject, number>> {
    if (this.#mayBeOdd) return this.snapshotMoments();
    return this.#pastBefore(this.bench.settings.cacheSeconds).moments;
  }

  /** The moments from which on a snapshot may show the lists. */
  snapshotMoments(): Readonly<Record<Subject, number>> {
    return this.oldestPast().moments;
  }

  /** What was past before anything that an answer may still show. */
  oldestPast(): Past {
    const { cacheSeconds, snapshotSeconds } = this.bench.settings;
    return this.#pastBefore(Math.max(cacheSeconds, snapshotSeconds));
  }

  #pastBefore(seconds: number): Past {
    return seconds === 0 ? this.world.past : this.world.pastBefore(seconds * 1000);
  }

  keepCursor(cursor: GivenCursor): void {
    this.#cursors.push(cursor);
  }

  /** One of the cursors of a list; undefined if there are none. */
  pick(subject: Subject, at: number): GivenCursor | undefined {
    const cursors = this.#cursors.filter((cursor) => cursor.subject === subject);
    return cursors[Math.floor(at * cursors.length)];
  }
}

/** A record in an answer, by its own id. */
export interface Node {
  readonly own: string;
}

export const idField = { tags: "tagId", terminals: "terminalId" } as const;

/** The ids of records that were there all along and unedited. Ids that two rows have are left out. */
export function stableIds(
  world: World,
  subject: Subject,
  moment: number,
  matches: (row: Row) => boolean = () => true,
): readonly string[] {
  return world
    .list(subject)
    .stableSince(moment)
    .filter((row) => row.id !== null && !row.isDouble && matches(row))
    .map(({ id }) => String(id));
}

/** How many rows an answer must count at least. Two rows of one id may be taken for one that moved if others did. */
export function countLeast(list: ModelList, moment: number, counts: (row: Row) => boolean): number {
  const stable = list.stableSince(moment).filter(counts);
  if (list.moment === moment) return stable.length;
  const doubles = stable.filter(({ isDouble }) => isDouble);
  return stable.length - doubles.length + new Set(doubles.map(({ id }) => id)).size;
}

/**
 * How an answer ended. Errors of rows without an id are none.
 * @param field the field whose value is null only with an error; null if null means that there is none.
 */
export function verdictOf(response: GatewayResponse, field: string | null): Verdict {
  const { warnings } = codesOf(response);
  const endings = new Set<Ending>();
  for (const { path, extensions } of response.errors ?? []) {
    const isRow = path?.includes("edges") || path?.includes("nodes");
    if (!(isRow && extensions.code === "REGISTRY_BAD_RESPONSE"))
      endings.add(`error ${extensions.code}`);
  }
  for (const code of warnings) {
    if (code === "PAGE_DRIFT" || code === "LIST_INCOMPLETE") endings.add(code);
  }
  const isNull = field !== null && (response.data?.[field] ?? null) === null;
  const isSilent = isNull && (response.errors?.length ?? 0) === 0;
  return {
    endings: toEndings(endings),
    findings: isSilent ? [{ fault: "null without an error", detail: String(field) }] : [],
  };
}

/** The endings of a question, or that it ended well. */
export function toEndings(endings: ReadonlySet<Ending>): readonly Ending[] {
  const special = [...endings].filter((ending) => ending !== "whole");
  return special.length > 0 ? special : ["whole"];
}

/** Whether an error stands at a path, or below or above it. */
export function hasError({ errors }: GatewayResponse, at: readonly (string | number)[]): boolean {
  return (errors ?? []).some(({ path = [] }) =>
    path.slice(0, at.length).every((part, index) => part === at[index]),
  );
}

/** What a link names its target by. */
export function linkTarget(
  by: string,
  id: string | number,
  body: Readonly<Record<string, unknown>>,
): string {
  if (by === "terminal_uuid") return String(body["uuid"]);
  return by === "terminal_imei" ? String(body["imei"]) : String(id);
}
