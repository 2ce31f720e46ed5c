// Fails if the schema breaks clients of the last release, or two files of own fields those of the
// first, and nothing says so: for the schema, the changelog does.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseOwnFields } from "../../src/gateway/resolvers/own-fields/own-fields.ts";
import { readTypeDefinitions } from "../../src/gateway/resolvers/schema.ts";
import { findUnnamedBreaks } from "./breaks.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(file, "utf8");
const readSchema = (file: string) =>
  readTypeDefinitions({ ownFields: parseOwnFields(read(file), file) });

const [first = join(root, "schema/released/schema.graphql"), ...files] = process.argv.slice(2);
const [older, newer] = first === "--own-fields" ? files : [];
if (first === "--own-fields" && (newer === undefined || files.length > 2)) {
  throw new Error("usage: npm run compare -- --own-fields OLD NEW");
}

const breaks = await findUnnamedBreaks(
  older === undefined || newer === undefined
    ? {
        released: read(first),
        current: readTypeDefinitions(),
        changelog: read(join(root, "CHANGELOG.md")),
      }
    : { released: readSchema(older), current: readSchema(newer), changelog: "" },
);
for (const line of breaks) process.stdout.write(`${line}\n`);
if (breaks.length > 0) {
  const way = older === undefined ? ', or name them in CHANGELOG.md, "### Breaking"' : "";
  process.stdout.write(`These break clients: undo them${way}.\n`);
  process.exitCode = 1;
}
