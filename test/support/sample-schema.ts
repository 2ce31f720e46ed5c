import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseOwnFields } from "../../src/gateway/resolvers/own-fields/own-fields.ts";
import { readTypeDefinitions } from "../../src/gateway/resolvers/schema.ts";

const file = join(import.meta.dirname, "../../schema/sample/own-fields.graphql");

export const sampleFields = parseOwnFields(readFileSync(file, "utf8"), "own-fields.graphql");

/** The schema of the sample, as `npm start` serves it. */
export const sampleSdl = readTypeDefinitions({ ownFields: sampleFields });
