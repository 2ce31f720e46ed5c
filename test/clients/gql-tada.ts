import { initGraphQLTada } from "gql.tada";
import type { introspection } from "./__generated__/introspection.d.ts";

/** Parses a query. Its types are inferred from its text. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: {
    DateTime: string;
    JSON: unknown;
    JSONObject: Record<string, unknown>;
    SafeInt: number;
  };
}>();

/** A tag by the registry's id, with the terminal that its additional data names. */
export const TagDocument = graphql(`
  query Tag($id: ID!) {
    tag(id: $id) {
      id
      addedWhen
      additionalDataField(identifier: "terminal_id") {
        value
        terminal {
          name
        }
      }
    }
  }
`);
