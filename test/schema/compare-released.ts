// Fails if the schema breaks clients of the last release and the changelog does not say so.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTypeDefinitions } from "../../src/gateway/resolvers/schema.ts";
import { findUnnamedBreaks } from "./breaks.ts";

const root = join(import.meta.dirname, "../..");
const [releasedFile = join(root, "schema/released/schema.graphql")] = process.argv.slice(2);

const breaks = await findUnnamedBreaks({
  released: readFileSync(releasedFile, "utf8"),
  current: readTypeDefinitions(),
  changelog: readFileSync(join(root, "CHANGELOG.md"), "utf8"),
});
for (const line of breaks) process.stdout.write(`${line}\n`);
if (breaks.length > 0) {
  process.stdout.write(
    'These break clients: undo them, or name them in CHANGELOG.md, "### Breaking".\n',
  );
  process.exitCode = 1;
}
