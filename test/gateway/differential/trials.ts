import fc from "fast-check";
import { type GraphQLSchema, parse } from "graphql";
import { findShapeExcess } from "../../../src/gateway/answer/limits/shape-limits.ts";
import { clientForms, otherForms, persistedForms, type RequestForm } from "./clients.ts";
import { documents } from "./document-arbitrary.ts";
import type { Requests, Trial } from "./judge.ts";
import { keys } from "./projects.ts";
import type { ArgumentValues } from "./value-arbitrary.ts";
import { writeDocument } from "./write-document.ts";

/**
 * Operations, each with a key and five forms to send it in, among them those of the three clients. Half of them come with other
 * requests for the same document.
 */
export function trials(schema: GraphQLSchema, values: ArgumentValues): fc.Arbitrary<Trial> {
  const document = documents(schema, values)
    .map((model) => writeDocument(schema, model))
    .filter(([{ query }]) => isWithinLimits(query));
  const rest = fc.record({ key, forms: fc.tuple(anyForm, anyForm) });
  return fc
    .record({ document, key, forms, again: fc.oneof(fc.constant(null), rest) })
    .map(({ document: [operation, other], again, ...first }) => {
      const trial = { operation, ...first, other: again && { operation: other, ...again } };
      return { ...trial, [fc.toStringMethod]: () => describe(trial) };
    });
}

/** Whether the gateway reads this document, or refuses it as no GraphQL, which the oracle does too. */
function isWithinLimits(query: string): boolean {
  try {
    return findShapeExcess(parse(query)) === null;
  } catch {
    return true;
  }
}

function describe({ other, ...first }: Trial): string {
  const again = other === null ? "" : `\n${describeRequests(other)}`;
  return `${describeRequests(first)}${again}\n${first.operation.query}\n`;
}

function describeRequests({ operation, key: sentKey, forms: sentForms }: Requests): string {
  const { query: _, ...members } = operation;
  return `${sentKey} ${JSON.stringify(members)}: ${sentForms.map(({ name }) => name).join("; ")}`;
}

const key: fc.Arbitrary<string | null> = fc.oneof(
  { weight: 5, arbitrary: fc.constant(keys.sound) },
  { weight: 8, arbitrary: fc.constantFrom(keys.flawed, keys.broken) },
  { weight: 1, arbitrary: fc.constantFrom(keys.refused, null) },
);

const persisted: fc.Arbitrary<RequestForm> = fc.constantFrom(...persistedForms);
const anyForm: fc.Arbitrary<RequestForm> = fc.constantFrom(...clientForms, ...otherForms);

/** The forms of the three clients and two more, in any order. */
const forms: fc.Arbitrary<readonly RequestForm[]> = fc
  .tuple(
    anyForm,
    fc.oneof({ weight: 4, arbitrary: anyForm }, { weight: 1, arbitrary: persisted }),
    fc.nat(119),
  )
  .map(([one, another, order]) => arrange([...clientForms, one, another], order));

function arrange<Thing>(things: readonly Thing[], order: number): readonly Thing[] {
  const rest = [...things];
  let left = order;
  return things.flatMap(() => {
    const index = left % rest.length;
    left = Math.floor(left / Math.max(rest.length, 1));
    return rest.splice(index, 1);
  });
}
