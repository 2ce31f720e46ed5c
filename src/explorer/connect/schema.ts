import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery } from "graphql";
import type { RequestOutcome } from "./graphql-over-http.ts";
import { sendRequest } from "./send-request.ts";

/** Without a schema, queries still run, but nothing is completed or documented. */
export type SchemaState =
  | {
      readonly kind: "loaded";
      readonly schema: GraphQLSchema;
      readonly introspection: object;
    }
  | { readonly kind: "failed"; readonly reason: string };

const query = getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true });

/** Fetches the gateway's schema, which needs no key. Never throws. */
export async function fetchSchema(): Promise<SchemaState> {
  const outcome = await sendRequest({ query, operationName: "IntrospectionQuery" }, { key: "" });
  const data = outcome.kind === "response" ? outcome.body?.data : undefined;
  if (typeof data !== "object" || data === null || !("__schema" in data)) {
    return { kind: "failed", reason: explainFailure(outcome) };
  }
  try {
    // `buildClientSchema` checks the data.
    return {
      kind: "loaded",
      schema: buildClientSchema(data as Parameters<typeof buildClientSchema>[0]),
      introspection: data,
    };
  } catch {
    return { kind: "failed", reason: "The gateway's description of its schema cannot be read." };
  }
}

function explainFailure(outcome: RequestOutcome): string {
  if (outcome.kind === "unreachable") {
    return "The gateway cannot be reached. Is it still running?";
  }
  if (/"QUERY_NOT_IN_SAFELIST"/.test(outcome.text)) {
    return "This gateway runs registered queries only, and a query for its schema is not one of them (PERSISTED_ONLY=true).";
  }
  if (/introspection/i.test(outcome.text)) {
    return "This gateway does not publish its schema (INTROSPECTION=false).";
  }
  if (outcome.body === undefined) {
    return `Something between this page and the gateway answered ${outcome.status} without JSON.`;
  }
  return `The gateway answered ${outcome.status} without a schema.`;
}
