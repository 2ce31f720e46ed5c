import type { RegistryError } from "../../base/errors.ts";
import { decodeString, tryDecode } from "../../call/decode/json-values.ts";
import type { Subject } from "../../call/decode/records.ts";
import type { GatewayContext, Link } from "../request/context.ts";
import { incompleteError, warnIfIncomplete } from "../search/incomplete.ts";
import { indexBy, indexByField, type RecordIndex } from "../search/look-up/record-index.ts";
import { tableOf } from "../search/snapshot-table.ts";

/** The records that linked values can name, as found in snapshots. */
interface LinkTargets {
  /** Identifies the snapshots that the records come from. */
  readonly snapshotsKey: string;
  /** Whether an identifier has a link, and its value names no record. A missing value is not dangling. */
  readonly isDangling: (identifier: string, value: unknown) => boolean;
  /** Set if a list that links lead to could not be read whole, so that dangling links may have been missed. */
  readonly countError: RegistryError | null;
}

/** The indexes of records, by the field that links refer to. Only ids are case-sensitive. */
const indexes = {
  id: indexBy("ids", (list, row) => [list.readId(row)]),
  uuid: indexByField("linked uuids", "uuid", toLowerCase),
  imei: indexByField("linked imeis", "imei", toLowerCase),
};

/**
 * Loads the records that the linked values of a list can name. Costs the REST calls of the snapshots that the links lead to.
 * @throws RegistryError
 */
export async function loadLinkTargets(
  subject: Subject,
  context: GatewayContext,
): Promise<LinkTargets> {
  const { settings, snapshots } = context;
  const links = context.links[subject];
  const found = new Map<Link, RecordIndex>();
  // The links to a list that could not be read whole. A record that is missing there may exist.
  const unsure = new Set<Link>();
  const used = new Set<string>();
  let countError: RegistryError | null = null;
  for (const link of links.values()) {
    const snapshot = await snapshots.use(link.target);
    const table = tableOf(snapshot, settings.REGISTRY_TIMESTAMP_UNIT);
    found.set(link, await table.get(indexes[link.field]));
    if (snapshot.incomplete !== null) unsure.add(link);
    countError ??= incompleteError(snapshot);
    warnIfIncomplete(snapshot, context);
    used.add(`${link.target} ${snapshot.takenAt}`);
  }
  return {
    snapshotsKey: [...used].join(),
    countError,
    isDangling(identifier, value) {
      const link = links.get(identifier);
      if (link === undefined || value === null || value === undefined || value === "") return false;
      const text = tryDecode(decodeString, value);
      if (text === null) return true;
      const name = link.field === "id" ? text : toLowerCase(text);
      return found.get(link)?.positionsOf(name).length === 0 && !unsure.has(link);
    },
  };
}

function toLowerCase(text: string): string {
  return text.toLowerCase();
}
