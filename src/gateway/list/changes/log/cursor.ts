import { createHmac, randomBytes } from "node:crypto";
import { checked, integer, list, Opaque, object, unsigned } from "../../../base/opaque.ts";
import type { Subject } from "../../../call/decode/records.ts";
import { ChangesError } from "../errors.ts";
import { type LogPlace, type LogStep, maxSteps } from "./log-reader.ts";

/** What a cursor says about a listener: which lists it listened to, and how far it got. */
export interface ListenerPlace extends LogPlace {
  readonly subjects: ReadonlySet<Subject>;
}

const markBytes = 6;

const subjectBits = { tag: 1, terminal: 2 } as const satisfies Record<Subject, number>;

const texts = new Opaque(
  "changeCursor",
  object({
    /** The mark of the process. */
    instance: unsigned(markBytes),
    /** The mark of the key. */
    mark: unsigned(markBytes),
    place: checked(
      object({
        /** The sum of the lists' bits. */
        subjects: checked(integer, (bits) => bits >= 1 && bits <= 3),
        position: integer,
        steps: list(object<LogStep>({ upTo: integer, end: integer })),
      }),
      ({ position, steps }) => steps.length <= maxSteps && isAscending(position, steps),
    ),
  }),
  { maxLength: 400 },
);

/**
 * Formats and parses the cursors of one process. The place in a cursor is not signed: callers who make one up only miss changes of
 * their own lists.
 */
export class Cursors {
  readonly #instance = randomBytes(markBytes).readUIntBE(0, markBytes);
  readonly #secret = randomBytes(32);

  /** The mark by which a cursor shows which key it belongs to. */
  markOf(keyDigest: string): number {
    const digest = createHmac("sha256", this.#secret).update(keyDigest).digest();
    return digest.readUIntBE(0, markBytes);
  }

  format(mark: number, { position, steps, subjects: followed }: ListenerPlace): string {
    const subjects = [...followed].reduce((sum, subject) => sum + subjectBits[subject], 0);
    const place = { subjects, position, steps };
    return texts.write({ instance: this.#instance, mark, place });
  }

  /**
   * Parses a cursor; null if it comes from another process, perhaps of another version of tapgraph.
   * @throws ChangesError `BAD_USER_INPUT` for a string that is not a cursor, or is a cursor of another key.
   */
  parse(mark: number, text: string): ListenerPlace | null {
    const cursor = texts.read(text);
    if (cursor === undefined && texts.isOfOtherVersion(text)) return null;
    if (cursor === undefined) throw cursorError();
    if (cursor.instance !== this.#instance) return null;
    if (cursor.mark !== mark) throw cursorError();
    const { subjects: bits, ...place } = cursor.place;
    const subjects = (["tag", "terminal"] as const).filter(
      (subject) => (bits & subjectBits[subject]) > 0,
    );
    return { ...place, subjects: new Set(subjects) };
  }
}

/** The error for a string that is not a cursor of this key. */
export function cursorError(): ChangesError {
  return new ChangesError(
    "BAD_USER_INPUT",
    "The cursor to resume from (`after`, or the header Last-Event-ID) does not belong to this subscription.",
  );
}

function isAscending(position: number, steps: readonly LogStep[]): boolean {
  return steps.every(({ upTo, end }, index) => {
    const before = steps[index - 1] ?? { upTo: position, end: 0 };
    return upTo > before.upTo && upTo <= end && end > before.end;
  });
}
