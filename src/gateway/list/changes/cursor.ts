import { createHmac } from "node:crypto";
import type { Subject } from "../../../registry-client/records.ts";
import { integer, Opaque, object, unsigned } from "../../base/opaque.ts";
import { ArgumentError } from "../arguments.ts";

/**
 * How far a listener has read the log of its lists: up to `position`, and beyond it, up to `end`,
 * the later changes of all records whose first change since `from` it has read. If there are none,
 * all three are the same.
 */
export interface LogPlace {
  readonly subjects: ReadonlySet<Subject>;
  readonly position: number;
  readonly from: number;
  readonly end: number;
}

const markBytes = 6;

const texts = new Opaque(
  "changeCursor",
  object({
    /** The mark of the process; `mark` is that of the key. */
    instance: unsigned(markBytes),
    mark: unsigned(markBytes),
    tag: unsigned(1),
    terminal: unsigned(1),
    position: integer,
    from: integer,
    end: integer,
  }),
);

/**
 * The cursors of one key and one process. The place in a cursor is not signed: callers who make one
 * up only miss changes of their own lists.
 */
export class Cursors {
  readonly #instance: number;
  readonly #mark: number;

  constructor(secret: Buffer, keyDigest: string) {
    this.#instance = toMark(secret, "");
    this.#mark = toMark(secret, keyDigest);
  }

  format({ subjects, ...place }: LogPlace): string {
    const [tag, terminal] = [Number(subjects.has("tag")), Number(subjects.has("terminal"))];
    return texts.write({ instance: this.#instance, mark: this.#mark, tag, terminal, ...place });
  }

  /**
   * Null for a cursor of another process, perhaps of another version of tapgraph.
   * @throws ArgumentError for a string that is not a cursor, or is a cursor of another key.
   */
  parse(text: string): LogPlace | null {
    const cursor = texts.read(text);
    if (cursor === undefined && texts.isOfOtherVersion(text)) return null;
    if (cursor !== undefined && cursor.instance !== this.#instance) return null;
    if (cursor?.mark !== this.#mark) {
      throw new ArgumentError(
        "The cursor to resume from (`after`, or the header Last-Event-ID) does not belong to this subscription.",
      );
    }
    const { position, from, end } = cursor;
    const subjects = (["tag", "terminal"] as const).filter((subject) => cursor[subject] === 1);
    return { position, from, end, subjects: new Set(subjects) };
  }
}

function toMark(secret: Buffer, text: string): number {
  return createHmac("sha256", secret).update(text).digest().readUIntBE(0, markBytes);
}
