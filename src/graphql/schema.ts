import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
// The version is the one that Apollo Server brings along, so that it is installed and loaded once.
import { makeExecutableSchema } from "@graphql-tools/schema";
import type { GraphQLSchema } from "graphql";
import { resolvers } from "./resolvers/index.ts";

const folder = join(import.meta.dirname, "../../schema");

/** The schema's text: the files of `schema/`, one after the other. */
export function readTypeDefinitions(): string {
  const files = readdirSync(folder).filter((file) => file.endsWith(".graphql"));
  return files
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
}

/** The schema with its resolvers. */
export function createSchema(): GraphQLSchema {
  return makeExecutableSchema({ typeDefs: readTypeDefinitions(), resolvers });
}
