import { readBoolean } from "../../../registry-client/json-values.ts";
import { createReaders } from "../../../search/table/values.ts";
import { toDateTime } from "./date-time.ts";

const readers = createReaders(readBoolean);

interface Parent {
  readonly value: unknown;
}

/** A value of no known type, read as each kind that filters read it as. */
export const typedValues = {
  text: ({ value }: Parent) => readers.text(value) as string | null,
  number: ({ value }: Parent) => readers.number(value) as number | null,
  boolean: ({ value }: Parent) => readers.boolean(value) as boolean | null,
  date: ({ value }: Parent) => toDateTime(readers.date(value) as number | null),
};
