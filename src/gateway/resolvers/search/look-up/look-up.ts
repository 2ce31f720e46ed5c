import { RegistryError } from "../../../base/errors.ts";
import type { TagRecord, TerminalRecord } from "../../../call/decode/records.ts";
import { indexBy, indexByField } from "../../../list/search/table/record-index.ts";
import type { GatewayContext } from "../../request/context.ts";
import { incompleteError, warnIfIncomplete } from "../incomplete.ts";
import { tableOf } from "../snapshot-table.ts";
import { compareUids, namesOf, parseUid, type Uid, type UidSpelling, uidSpellings } from "./uid.ts";

export interface FoundTag {
  readonly tag: TagRecord;
  readonly spelling: UidSpelling;
}

/**
 * Finds the tag with exactly this id or, if there is none, the tags with this UID, however it is spelled: the closest spellings
 * first, then in the registry's order. Costs one REST call, and those of the tags' snapshot if no tag has exactly this id.
 * @throws RegistryError
 */
export async function findTagsByUid(
  text: string,
  context: GatewayContext,
): Promise<readonly FoundTag[]> {
  const { registry, snapshots, settings } = context;
  const uid = parseUid(text);
  const exact = await registry.tags.load(text).catch((error) => noneIfUnreadable(error, uid));
  if (exact !== null) return [{ tag: exact, spelling: "SAME" }];
  if (uid === null) return [];
  const snapshot = await snapshots.use("tag");
  const table = tableOf(snapshot, settings.REGISTRY_TIMESTAMP_UNIT);
  const { positionsOf } = await table.get(tagsByUid);
  const positions = new Set(namesOf(uid).flatMap(positionsOf));
  const matches = [...positions]
    .sort((one, other) => one - other)
    .flatMap((position): readonly FoundTag[] => {
      const tag = snapshot.records[position];
      const own = tag ? parseUid(tag.id) : null;
      const spelling = own && compareUids(uid, own);
      return tag && spelling ? [{ tag, spelling }] : [];
    });
  warnIfIncomplete(snapshot, context);
  const absenceError = incompleteError(snapshot);
  if (matches.length === 0 && absenceError !== null) throw absenceError;
  return matches.sort((one, other) => distanceOf(one) - distanceOf(other));
}

/**
 * A registry may refuse an id that does not look like its own, or answer with a tag whose id is spelled differently. Neither is an
 * error for a UID: the snapshot shows which tags have it.
 */
function noneIfUnreadable(error: unknown, uid: Uid | null): null {
  const isUnreadable = error instanceof RegistryError && error.code === "REGISTRY_BAD_RESPONSE";
  if (isUnreadable && uid !== null) return null;
  throw error;
}

const tagsByUid = indexBy("uids", (list, row) => {
  const uid = parseUid(list.readId(row));
  return uid === null ? [] : namesOf(uid);
});

function distanceOf({ spelling }: FoundTag): number {
  return uidSpellings.indexOf(spelling);
}

const terminalsBy = {
  uuid: { normalize: normalizeUuid, index: indexByField("uuids", "uuid", normalizeUuid) },
  imei: { normalize: normalizeImei, index: indexByField("imeis", "imei", normalizeImei) },
};

/**
 * Finds the terminal with a uuid or an imei, however it is spelled: the first of several in the registry's order, null if there is
 * none. Costs the REST calls of the terminals' snapshot.
 * @throws RegistryError
 */
export async function findTerminalBy(
  field: keyof typeof terminalsBy,
  text: string,
  context: GatewayContext,
): Promise<TerminalRecord | null> {
  const { snapshots, settings } = context;
  const { normalize, index } = terminalsBy[field];
  const name = normalize(text);
  if (name === "") return null;
  const snapshot = await snapshots.use("terminal");
  const table = tableOf(snapshot, settings.REGISTRY_TIMESTAMP_UNIT);
  const { positionsOf } = await table.get(index);
  const [first] = positionsOf(name);
  warnIfIncomplete(snapshot, context);
  const absenceError = incompleteError(snapshot);
  if (first === undefined && absenceError !== null) throw absenceError;
  return first === undefined ? null : (snapshot.records[first] ?? null);
}

export function normalizeUuid(text: string): string {
  return text.replace(/[-{}]/g, "").toLowerCase();
}

export function normalizeImei(text: string): string {
  return text.replace(/\D/g, "");
}
