import { parse, print } from "graphql";
import { readSubgraph, readTypeDefinitions } from "../gateway/resolvers/schema.ts";
import { CommandError } from "./command-error.ts";

/**
 * `tapgraph schema`: prints the GraphQL schema with its descriptions and directives, or with
 * `--federation` the subgraph's.
 * @throws CommandError for any other argument.
 */
export function runSchema(argv: readonly string[]): void {
  const unknown = argv.find((argument) => argument !== "--federation");
  if (unknown !== undefined) {
    throw new CommandError(`tapgraph schema: takes only --federation, found "${unknown}"`);
  }
  const definitions = argv.length === 0 ? readTypeDefinitions() : readSubgraph();
  process.stdout.write(`${print(parse(definitions))}\n`);
}
