import { initGraphQLTada } from "gql.tada";
import type { introspection } from "./__generated__/introspection.d.ts";

/** Turns a string into a document that is typed by the gateway's schema. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: {
    DateTime: string;
    SafeInt: number;
  };
}>();
