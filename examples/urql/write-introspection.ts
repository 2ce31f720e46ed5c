// Writes the schema as the types that gql.tada infers from. Its own command, which does the same, needs TypeScript 6 or older.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { minifyIntrospection, outputIntrospectionFile } from "@gql.tada/internal";
import { buildSchema, introspectionFromSchema } from "graphql";

const schema = buildSchema(readFileSync("schema.graphql", "utf8"));
const introspection = minifyIntrospection(introspectionFromSchema(schema));
mkdirSync("__generated__", { recursive: true });
writeFileSync(
  "__generated__/introspection.d.ts",
  outputIntrospectionFile(introspection, { fileType: ".d.ts", shouldPreprocess: true }),
);
