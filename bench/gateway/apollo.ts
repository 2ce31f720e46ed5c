// Apollo Server as in its documentation: the standalone server, DataLoader, undici.
import { ApolloServer } from "@apollo/server";
import { startStandaloneServer } from "@apollo/server/standalone";
import DataLoader from "dataloader";
import type { TagRecord, TerminalRecord } from "../../src/registry/sample/records.ts";
import { reportToParent } from "../harness/http-server.ts";
import { getJson } from "./rest-calls.ts";

const typeDefs = `
  scalar JSON
  type Query {
    tag(id: ID!): Tag
    tags(limit: Int): [Tag]
    terminals(limit: Int): [Terminal]
    structure(of: String!): Structure
  }
  type Tag {
    id: ID!
    type: String
    name: String
    project_id: Int
    description: String
    is_active: Boolean
    added_when: Int
    last_update: Int
    additional_data: JSON
    terminal: Terminal
  }
  type Terminal { id: Int! name: String model: String }
  type Structure { items: [Item!]! last_update: Int }
  type Item { type: String name: String identifier: String set_via_app: Boolean enum: [String!] }
`;

interface Context {
  readonly key: string;
  readonly tags: DataLoader<string, TagRecord>;
  readonly terminals: DataLoader<number, TerminalRecord | undefined>;
}

const resolvers = {
  Query: {
    tag: (_: unknown, { id }: { id: string }, { tags }: Context) => tags.load(id),
    tags: async (_: unknown, { limit }: { limit: number }, { key }: Context) =>
      ((await getJson(`tags?limit=${limit}&`, key)) as { tags: TagRecord[] }).tags,
    terminals: async (_: unknown, { limit }: { limit: number }, { key }: Context) =>
      ((await getJson(`terminals?limit=${limit}&`, key)) as TerminalsResponse).terminals,
    structure: (_: unknown, { of }: { of: string }, { key }: Context) =>
      getJson(`additional_data/structure/${of}?`, key),
  },
  Tag: {
    terminal: ({ additional_data }: TagRecord, _: unknown, { terminals }: Context) =>
      terminals.load(Number(additional_data?.["terminal_id"])),
  },
};

interface TerminalsResponse {
  readonly terminals: readonly TerminalRecord[];
}

const { url } = await startStandaloneServer(new ApolloServer<Context>({ typeDefs, resolvers }), {
  listen: { host: "127.0.0.1", port: 0 },
  context: async ({ req }) => createContext(String(req.headers["x-api-key"])),
});
reportToParent(url.replace(/\/$/, ""));

function createContext(key: string): Context {
  return {
    key,
    tags: new DataLoader((ids) => Promise.all(ids.map((id) => fetchTag(id, key)))),
    terminals: new DataLoader((ids) => Promise.all(ids.map((id) => fetchTerminal(id, key)))),
  };
}

async function fetchTag(id: string, key: string): Promise<TagRecord> {
  return ((await getJson(`tags/${encodeURIComponent(id)}/?`, key)) as { tag: TagRecord }).tag;
}

async function fetchTerminal(id: number, key: string): Promise<TerminalRecord | undefined> {
  return ((await getJson(`terminals/${id}/?`, key)) as TerminalsResponse).terminals[0];
}
