import { type Change, CriticalityLevel, diff } from "@graphql-inspector/core";
import { buildSchema } from "graphql";

/** The schema, the released one that clients were built on, and the changelog. */
export interface Comparison {
  readonly released: string;
  readonly current: string;
  readonly changelog: string;
}

/**
 * Finds the changes since the release that break clients and that the changelog does not name. Returns a line for each. The
 * changelog names a change by its path in backquotes, such as `Tag.name`, under "Breaking" in its first section.
 */
export async function findUnnamedBreaks(comparison: Comparison): Promise<readonly string[]> {
  const { released, current, changelog } = comparison;
  const changes = await diff(buildSchema(released), buildSchema(current));
  const announced = readBreaking(changelog);
  return changes
    .filter((change) => isBreaking(change) && !announced.includes(`\`${change.path}\``))
    .map(({ path, message }) => `\`${path}\`: ${message}`);
}

/** Without `@semanticNonNull`, a null no longer comes with an error. That also breaks clients. */
function isBreaking({ criticality, type, path = "" }: Change): boolean {
  if (criticality.level === CriticalityLevel.Breaking) return true;
  return type === "DIRECTIVE_USAGE_FIELD_DEFINITION_REMOVED" && path.endsWith(".@semanticNonNull");
}

function readBreaking(changelog: string): string {
  const [, newest = ""] = changelog.split(/^## .*$/m);
  const [, breaking = ""] = newest.split(/^### Breaking$/m);
  return breaking.split(/^### /m)[0] ?? "";
}
