import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { makeExecutableSchema } from "@graphql-tools/schema";
import { createHandler } from "graphql-http/lib/use/http";

/** When a terminal saw a tag. Both are named by the registry's own ids. */
export interface Sighting {
  readonly seenAt: string;
  readonly tagId: string;
  readonly terminalId: string;
}

/** Another team's subgraph, which knows when tags were seen. */
export interface SightingsSubgraph extends AsyncDisposable {
  readonly url: string;
  /** The schema for the composition of a supergraph. */
  readonly sdl: string;
  /** The keys that callers sent, as `X-API-Key`. */
  readonly keys: ReadonlySet<string | undefined>;
}

const sdl = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
  type Query { sightings: [Sighting!]! }
  type Sighting { seenAt: String! tag: Tag! terminal: Terminal! }
  type Tag @key(fields: "tagId") { tagId: ID! sightings: [Sighting!]! }
  type Terminal @key(fields: "terminalId") { terminalId: ID! }
`;

const federationDefinitions = `
  scalar _Any
  directive @link(url: String, import: [String]) on SCHEMA
  directive @key(fields: String) on OBJECT
  union _Entity = Tag | Terminal
  extend type Query { _entities(representations: [_Any!]!): [_Entity]! }
`;

/** Serves sightings as a subgraph that knows only the keys of `Tag` and `Terminal`. */
export async function startSightingsSubgraph(
  sightings: readonly Sighting[],
): Promise<SightingsSubgraph> {
  const keys = new Set<string | undefined>();
  const schema = makeExecutableSchema({
    typeDefs: [sdl, federationDefinitions],
    resolvers: {
      Query: {
        sightings: () => sightings,
        _entities: (_: unknown, given: { representations: readonly unknown[] }) =>
          given.representations,
      },
      _Entity: { __resolveType: ({ __typename }: { __typename: string }) => __typename },
      Sighting: {
        tag: ({ tagId }: Sighting) => ({ tagId }),
        terminal: ({ terminalId }: Sighting) => ({ terminalId }),
      },
      Tag: {
        sightings: ({ tagId }: { tagId: string }) =>
          sightings.filter((sighting) => sighting.tagId === tagId),
      },
    },
  });
  const handle = createHandler({ schema });
  const server = createServer((request, response) => {
    const key = request.headers["x-api-key"];
    keys.add(Array.isArray(key) ? key.join() : key);
    void handle(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sdl,
    keys,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
