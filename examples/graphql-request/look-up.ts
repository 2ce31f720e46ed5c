import type { ResultOf } from "gql.tada";
import { ClientError, GraphQLClient } from "graphql-request";
import { graphql } from "./schema.ts";

const LookUpQuery = graphql(`
  query LookUp($uid: String!) {
    tagsByUid(uid: $uid) {
      spelling
      tag {
        name
        additionalDataField(identifier: "terminal_id") {
          terminal {
            name
            model
          }
        }
      }
    }
  }
`);

/** A tag with the UID that was looked up, and how the UID was written. */
export type Match = NonNullable<ResultOf<typeof LookUpQuery>["tagsByUid"]>[number];

/**
 * Looks up tags by the UID that is printed on them.
 * @throws ClientError if the gateway responds with an error.
 */
export async function lookUp(key: string, uid: string): Promise<readonly Match[]> {
  const client = new GraphQLClient(new URL("/graphql", location.href).href, {
    headers: { "x-api-key": key },
  });
  const { tagsByUid } = await client.request(LookUpQuery, { uid });
  return tagsByUid ?? [];
}

/** Explains an error to the user, by its code: codes are stable, but messages can change. */
export function explainError(error: unknown): string {
  if (!(error instanceof ClientError)) return "The gateway cannot be reached.";
  const [first] = error.response.errors ?? [];
  switch (first?.extensions["code"]) {
    case "UNAUTHENTICATED":
    case "FORBIDDEN":
      return "The registry refuses this key.";
    case "REGISTRY_UNAVAILABLE":
    case "REGISTRY_TIMEOUT":
      return "The registry does not answer. Try again in a moment.";
    default:
      return first?.message ?? "The gateway cannot answer this.";
  }
}
