import { type GraphQLSchema, parse, TypeInfo, visit, visitWithTypeInfo } from "graphql";
import { starterFields } from "./starter.ts";
import { indentAt, splice } from "./text.ts";

/** Gives each field that lacks a selection a minimal one. A syntax error changes nothing. */
export function fillLeaves(schema: GraphQLSchema, query: string): string {
  const missing: { readonly end: number; readonly text: string }[] = [];
  const types = new TypeInfo(schema);
  try {
    visit(
      parse(query),
      visitWithTypeInfo(types, {
        Field({ selectionSet, loc }) {
          const type = types.getType();
          if (selectionSet || !type || !loc) return;
          const text = starterFields(type, indentAt(query, loc.start));
          missing.push({ end: loc.end, text });
        },
      }),
    );
  } catch {
    return query;
  }
  // An insertion moves the text after it, but not the text before it.
  return missing.reduceRight((text, one) => splice(text, one.end, one.end, one.text), query);
}
