import { parse, print } from "graphql";
import { itemDirective } from "../gateway/resolvers/own-fields/own-fields.ts";
import { readSubgraph, readTypeDefinitions } from "../gateway/resolvers/schema.ts";
import type { Settings } from "../settings.ts";
import { CommandError } from "./command-error.ts";
import { readOwnFields } from "./own-fields.ts";

/**
 * `tapgraph schema`: prints the GraphQL schema with its descriptions and directives, or with
 * `--federation` the subgraph's.
 * @throws CommandError for any other argument.
 */
export function runSchema(settings: Settings, argv: readonly string[]): void {
  const unknown = argv.find((argument) => argument !== "--federation");
  if (unknown !== undefined) {
    throw new CommandError(`tapgraph schema: takes only --federation, found "${unknown}"`);
  }
  const options = { ownFields: readOwnFields(settings) };
  const sdl = argv.length === 0 ? readTypeDefinitions(options) : readSubgraph(options);
  const forFiles = itemDirective.replaceAll(/^(?=.)/gm, "# ").replaceAll(/^$/gm, "#");
  process.stdout.write(`${print(parse(sdl))}\n\n# For the file of OWN_FIELDS:\n#\n${forFiles}\n`);
}
