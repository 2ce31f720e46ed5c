// Writes the schema as the types that gql.tada infers from. gql.tada's own command does the same, but needs TypeScript below 7.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { minifyIntrospection, outputIntrospectionFile } from "@gql.tada/internal";
import { buildSchema, introspectionFromSchema } from "graphql";
import { readTypeDefinitions } from "../../src/gateway/resolvers/schema.ts";

const folder = join(import.meta.dirname, "__generated__");
const introspection = minifyIntrospection(
  introspectionFromSchema(buildSchema(readTypeDefinitions())),
);
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, "introspection.d.ts"),
  outputIntrospectionFile(introspection, { fileType: ".d.ts", shouldPreprocess: true }),
);
