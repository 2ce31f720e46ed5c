import { type Change, CriticalityLevel, diff } from "@graphql-inspector/core";
import { buildSchema } from "graphql";

/** A schema, the one that clients were built on, and what the changelog tells them. */
export interface Comparison {
  readonly released: string;
  readonly current: string;
  readonly changelog: string;
}

/**
 * The changes since the release that break clients and that the changelog does not name: one line for each. A change is named
 * by its path in backquotes, such as `Tag.name`, below the heading "Breaking" of the changelog's first section.
 */
export async function findUnnamedBreaks(comparison: Comparison): Promise<readonly string[]> {
  const { released, current, changelog } = comparison;
  const changes = await diff(buildSchema(released), buildSchema(current));
  const announced = readBreaking(changelog);
  return changes
    .filter((change) => isBreaking(change) && !announced.includes(`\`${change.path}\``))
    .map(({ path, message }) => `\`${path}\`: ${message}`);
}

/** Where an error no longer explains a null, clients that read the type as non-null break too. */
function isBreaking({ criticality, type, path = "" }: Change): boolean {
  if (criticality.level === CriticalityLevel.Breaking) return true;
  return type === "DIRECTIVE_USAGE_FIELD_DEFINITION_REMOVED" && path.endsWith(".@semanticNonNull");
}

function readBreaking(changelog: string): string {
  const [, newest = ""] = changelog.split(/^## .*$/m);
  const [, breaking = ""] = newest.split(/^### Breaking$/m);
  return breaking.split(/^### /m)[0] ?? "";
}
