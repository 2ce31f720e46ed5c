import type { Subject } from "../../../registry-client/records.ts";
import { namedRowsOf } from "../../../search/joins/link-index.ts";
import type { RecordIndex } from "../../../search/table/record-index.ts";
import type { RegistryError } from "../../base/errors.ts";
import { incompleteError } from "../../list/whole/snapshot.ts";
import type { GatewayContext } from "../request/context.ts";
import { warnIfIncomplete } from "../search/incomplete.ts";
import { joinsOf, type RecordLink } from "../search/joins.ts";
import { tableOf } from "../search/snapshot-table.ts";

interface LinkTargets {
  readonly snapshotsKey: string;
  /**
   * Whether an identifier has a link, and its value names no record. A missing value is not
   * dangling.
   */
  readonly isDangling: (identifier: string, value: unknown) => boolean;
  /**
   * Set if a list that links lead to could not be read whole, so that dangling links may have been
   * missed.
   */
  readonly countError: RegistryError | null;
}

/**
 * Loads the records that the linked values of a list can name. Costs the REST calls of the
 * snapshots that the links lead to.
 * @throws RegistryError
 */
export async function loadLinkTargets(
  subject: Subject,
  context: GatewayContext,
): Promise<LinkTargets> {
  const { settings, snapshots } = context;
  const links = joinsOf(context).links.filter(({ from }) => from === subject);
  const found = new Map<string, readonly [RecordLink, RecordIndex]>();
  // The identifiers of links to a list that could not be read whole. A record that is missing there
  // may exist.
  const unsure = new Set<string>();
  const used = new Set<string>();
  let countError: RegistryError | null = null;
  for (const link of links) {
    const snapshot = await snapshots.use(link.to);
    const table = tableOf(snapshot, settings.REGISTRY_TIMESTAMP_UNIT);
    found.set(link.identifier, [link, await table.get(namedRowsOf(link))]);
    if (snapshot.incomplete !== null) unsure.add(link.identifier);
    countError ??= incompleteError(snapshot);
    warnIfIncomplete(snapshot, context);
    used.add(`${link.to} ${snapshot.takenAt}`);
  }
  return {
    snapshotsKey: [...used].join(),
    countError,
    isDangling(identifier, value) {
      const [link, index] = found.get(identifier) ?? [];
      if (link === undefined || value === null || value === undefined || value === "") return false;
      const name = link.readName(value);
      const isFound = name !== null && index?.positionsOf(name).length !== 0;
      // A value that can name nothing does not depend on the list.
      return !isFound && (name === null || !unsure.has(identifier));
    },
  };
}
