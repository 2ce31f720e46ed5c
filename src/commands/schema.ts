import { parse, print } from "graphql";
import { readTypeDefinitions } from "../graphql/schema.ts";

/** `tapgraph schema`: prints the GraphQL schema, with its descriptions and directives. */
export function runSchema(): void {
  process.stdout.write(`${print(parse(readTypeDefinitions()))}\n`);
}
