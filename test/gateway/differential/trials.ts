import fc from "fast-check";
import type { GraphQLSchema } from "graphql";
import { clientManners, type Manner, otherManners, persistedManners } from "./clients.ts";
import { documents } from "./document-arbitrary.ts";
import type { Requests, Trial } from "./judge.ts";
import { keys } from "./projects.ts";
import type { ArgumentValues } from "./value-arbitrary.ts";
import { writeDocument } from "./write-document.ts";

/**
 * Operations, each with a key and with five manners to send it in, those of the three clients among them; half of them with
 * another request for the same document.
 */
export function trials(schema: GraphQLSchema, values: ArgumentValues): fc.Arbitrary<Trial> {
  const document = documents(schema, values).map((model) => writeDocument(schema, model));
  const rest = fc.record({ key, manners: fc.tuple(anyManner, anyManner) });
  return fc
    .record({ document, key, manners, again: fc.oneof(fc.constant(null), rest) })
    .map(({ document: [operation, other], again, ...first }) => {
      const trial = { operation, ...first, other: again && { operation: other, ...again } };
      return { ...trial, [fc.toStringMethod]: () => describe(trial) };
    });
}

/** A trial as a report shows it: the document as it can be pasted. */
function describe({ other, ...first }: Trial): string {
  const again = other === null ? "" : `\n${describeRequests(other)}`;
  return `${describeRequests(first)}${again}\n${first.operation.query}\n`;
}

function describeRequests({ operation, key: sent, manners: asked }: Requests): string {
  const { query: _, ...members } = operation;
  return `${sent} ${JSON.stringify(members)}: ${asked.map(({ name }) => name).join("; ")}`;
}

const key: fc.Arbitrary<string | null> = fc.oneof(
  { weight: 5, arbitrary: fc.constant(keys.sound) },
  { weight: 8, arbitrary: fc.constantFrom(keys.flawed, keys.broken) },
  { weight: 1, arbitrary: fc.constantFrom(keys.refused, null) },
);

const persisted: fc.Arbitrary<Manner> = fc.constantFrom(...persistedManners);
const anyManner: fc.Arbitrary<Manner> = fc.constantFrom(...clientManners, ...otherManners);

/** The three clients and two more, in any order. */
const manners: fc.Arbitrary<readonly Manner[]> = fc
  .tuple(
    anyManner,
    fc.oneof({ weight: 4, arbitrary: anyManner }, { weight: 1, arbitrary: persisted }),
    fc.nat(119),
  )
  .map(([one, another, order]) => arrange([...clientManners, one, another], order));

/** One of the orders of some things, by its number. */
function arrange<Thing>(things: readonly Thing[], order: number): readonly Thing[] {
  const rest = [...things];
  let left = order;
  return things.flatMap(() => {
    const index = left % rest.length;
    left = Math.floor(left / Math.max(rest.length, 1));
    return rest.splice(index, 1);
  });
}
