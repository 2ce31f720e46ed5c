import { readFileSync } from "node:fs";
import type { GraphQLSchema } from "graphql";
import {
  ManifestError,
  parseManifest,
} from "../../gateway/answer/persisted/operations-manifest.ts";
import type { PersistedOperationsOptions } from "../../gateway/answer/persisted/persisted-operations.ts";
import type { Settings } from "../../settings.ts";
import { CommandError } from "../command-error.ts";

/**
 * Reads the manifest of persisted operations that the settings name, and validates it against the schema.
 * @throws CommandError with a line for each mistake.
 */
export function readPersistedOperations(
  { PERSISTED_OPERATIONS: file, PERSISTED_ONLY: only }: Settings,
  schema: GraphQLSchema,
): PersistedOperationsOptions {
  if (file === undefined) {
    if (only) throw new CommandError("PERSISTED_ONLY: it needs a manifest in PERSISTED_OPERATIONS");
    return { manifest: new Map(), allowsOnlyRegistered: only };
  }
  try {
    return { manifest: parseManifest(readManifest(file), schema), allowsOnlyRegistered: only };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    const lines = error.message.split("\n");
    throw new CommandError(lines.map((line) => `PERSISTED_OPERATIONS: ${line}`).join("\n"));
  }
}

function readManifest(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new CommandError(`PERSISTED_OPERATIONS: ${file} cannot be read`);
  }
}
