import { parse, print } from "graphql";
import { readSubgraph, readTypeDefinitions } from "../graphql/schema.ts";
import { CommandError } from "./command-error.ts";

/**
 * `tapgraph schema`: prints the GraphQL schema with its descriptions and directives, or with `--federation` the subgraph's.
 * @throws CommandError for any other argument.
 */
export function runSchema(argv: readonly string[]): void {
  const [option, ...further] = argv;
  if (further.length > 0 || (option !== undefined && option !== "--federation")) {
    throw new CommandError("usage: tapgraph schema [--federation]");
  }
  const definitions = option === undefined ? readTypeDefinitions() : readSubgraph();
  process.stdout.write(`${print(parse(definitions))}\n`);
}
