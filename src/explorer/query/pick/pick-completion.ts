import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { GraphQLSchema } from "graphql";
import type { LoadStructures } from "../../connect/structures.ts";
import { choicesFor } from "./picks.ts";
import { type PickPosition, pickPositionAt } from "./position.ts";

/** Completes identifiers of the additional data, and options of select boxes. */
export async function completePick(
  context: CompletionContext,
  schema: GraphQLSchema | undefined,
  loadStructures: LoadStructures,
): Promise<CompletionResult | null> {
  if (schema === undefined) return null;
  const position = pickPositionAt(schema, context.state.doc.toString(), context.pos);
  if (position === null) return null;
  const result = await loadStructures();
  if ("problem" in result || context.aborted) return null;
  const options = choicesFor(position.pick, result.structures).map(
    ({ value, name }): Completion => {
      const completion = { label: value, apply: toApply(value, position), type: "text", boost: 50 };
      return name === "" ? completion : { ...completion, detail: name };
    },
  );
  if (options.length === 0) return null;
  const validFor = position.quotes === "none" ? /^\w*$/ : /^[^"\\\n]*$/;
  return { from: position.from, to: position.to, options, validFor };
}

function toApply(value: string, { quotes }: PickPosition): string {
  const literal = JSON.stringify(value);
  if (quotes === "none") return literal;
  return quotes === "open" ? literal.slice(1) : literal.slice(1, -1);
}
