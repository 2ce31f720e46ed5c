import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery } from "graphql";
import type { Answer } from "./answer.ts";
import { sendRequest } from "./request.ts";

/** The schema, or why there is none. Queries run without it, but have no completion and documentation. */
export type SchemaState =
  | { readonly kind: "loading" }
  | { readonly kind: "loaded"; readonly schema: GraphQLSchema }
  | { readonly kind: "failed"; readonly reason: string };

const query = getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true });

/** Fetches the gateway's schema, which needs no key. Never throws. */
export async function fetchSchema(): Promise<SchemaState> {
  const answer = await sendRequest({ query, operationName: "IntrospectionQuery" }, { key: "" });
  const data = answer.kind === "answer" ? answer.body?.data : undefined;
  if (typeof data !== "object" || data === null || !("__schema" in data)) {
    return { kind: "failed", reason: explainFailure(answer) };
  }
  try {
    // `buildClientSchema` checks the answer.
    return {
      kind: "loaded",
      schema: buildClientSchema(data as Parameters<typeof buildClientSchema>[0]),
    };
  } catch {
    return { kind: "failed", reason: "The gateway's description of its schema cannot be read." };
  }
}

function explainFailure(answer: Answer): string {
  if (answer.kind === "unreachable") {
    return "The gateway cannot be reached. Is it still running?";
  }
  if (/"QUERY_NOT_IN_SAFELIST"/.test(answer.text)) {
    return "This gateway runs registered queries only, and a query for its schema is not one of them (PERSISTED_ONLY=true).";
  }
  if (/introspection/i.test(answer.text)) {
    return "This gateway does not publish its schema (INTROSPECTION=false).";
  }
  if (answer.body === undefined) {
    return `Something between here and the gateway answered ${answer.status} without JSON.`;
  }
  return `The gateway answered ${answer.status} without a schema.`;
}
