import type { TagRecord, TerminalRecord } from "../../../../registry-client/records.ts";
import { Pace } from "../../../../search/table/pace.ts";
import { indexBy, indexByField, type RecordIndex } from "../../../../search/table/record-index.ts";
import { RegistryError } from "../../../base/errors.ts";
import { incompleteError } from "../../../list/whole/snapshot.ts";
import type { GatewayContext } from "../../request/context.ts";
import { warnIfIncomplete } from "../incomplete.ts";
import { tableOf } from "../snapshot-table.ts";
import { compareUids, namesOf, parseUid, type Uid, type UidSpelling, uidSpellings } from "./uid.ts";
import { findUidIn } from "./uid-in-text.ts";

export interface FoundTag {
  readonly tag: TagRecord;
  readonly spelling: UidSpelling;
}

export interface UidLookUp {
  readonly uid: string;
  readonly matches: readonly FoundTag[];
}

/**
 * Finds the tag with exactly this id or, if there is none, the tags with this UID, however it is
 * spelled, or with the one in this text: the closest spellings first, then in the registry's order.
 * Costs one REST call, and those of the tags' snapshot if no tag has exactly this id.
 * @throws RegistryError
 */
export async function findTagsByUid(
  text: string,
  context: GatewayContext,
): Promise<readonly FoundTag[]> {
  const { registry, snapshots, settings } = context;
  const uid = parseUid(text) ?? findUidIn(text);
  const exact = await registry.tags.load(text).catch((error) => noneIfUnreadable(error, uid));
  if (exact !== null) return [{ tag: exact, spelling: "SAME" }];
  if (uid === null) return [];
  const snapshot = await snapshots.use("tag");
  const table = tableOf(snapshot, settings.REGISTRY_TIMESTAMP_UNIT);
  const { positionsOf } = await table.get(tagsByUid);
  const matches = findSpellings(uid, { records: snapshot.records, positionsOf });
  warnIfIncomplete(snapshot, context);
  const absenceError = incompleteError(snapshot);
  if (matches.length === 0 && absenceError !== null) throw absenceError;
  return matches;
}

/** To look up a UID is as much work as to read this many rows. */
const rowsPerUid = 20;

/**
 * Finds the tags with each of some UIDs, in the order given. The tags' snapshot alone tells: a tag
 * in it whose id is exactly the text is all that is found for it. Costs the REST calls of that
 * snapshot, and none without a UID.
 * @throws RegistryError also if a UID is not found in a list that could not be read whole.
 */
export async function findTagsByUids(
  texts: readonly string[],
  context: GatewayContext,
): Promise<readonly UidLookUp[]> {
  const { snapshots, settings } = context;
  if (texts.length === 0) return [];
  const snapshot = await snapshots.use("tag");
  const table = tableOf(snapshot, settings.REGISTRY_TIMESTAMP_UNIT);
  const tags = { records: snapshot.records, ...(await table.get(tagsByUid)) };
  const pace = new Pace(() => context.giveWay("tag"));
  const found = new Map<string, readonly FoundTag[]>();
  const distinct = [...new Set(texts)];
  const others = new Set<string>();
  await pace.each(
    distinct.length,
    (index) => {
      const text = distinct[index] ?? "";
      const uid = parseUid(text);
      if (uid === null) others.add(text);
      else found.set(text, findExactOrSpellings(text, uid, tags));
    },
    rowsPerUid,
  );
  // The index has no names for ids that are no UIDs.
  await pace.each(others.size === 0 ? 0 : tags.records.length, (position) => {
    const tag = tags.records[position];
    if (tag && others.delete(tag.id)) found.set(tag.id, [{ tag, spelling: "SAME" }]);
  });
  const absent = [...others];
  await pace.each(
    absent.length,
    (index) => {
      const text = absent[index] ?? "";
      const uid = findUidIn(text);
      if (uid !== null) found.set(text, findSpellings(uid, tags));
    },
    rowsPerUid,
  );
  warnIfIncomplete(snapshot, context);
  const lookUps = texts.map((uid) => ({ uid, matches: found.get(uid) ?? [] }));
  const absenceError = incompleteError(snapshot);
  const isOneAbsent = lookUps.some(({ matches }) => matches.length === 0);
  if (isOneAbsent && absenceError !== null) throw absenceError;
  return lookUps;
}

interface IndexedTags extends Pick<RecordIndex, "positionsOf"> {
  readonly records: readonly TagRecord[];
}

function findExactOrSpellings(text: string, uid: Uid, tags: IndexedTags): readonly FoundTag[] {
  const matches = findSpellings(uid, tags);
  const exact = matches.find(({ tag }) => tag.id === text);
  return exact === undefined ? matches : [exact];
}

function findSpellings(uid: Uid, { records, positionsOf }: IndexedTags): readonly FoundTag[] {
  const [name = "", ...others] = namesOf(uid);
  let positions = positionsOf(name);
  if (others.length > 0) {
    const all = new Set([...positions, ...others.flatMap(positionsOf)]);
    positions = [...all].sort((one, other) => one - other);
  }
  const found: FoundTag[] = [];
  for (const position of positions) {
    const tag = records[position];
    const own = tag ? parseUid(tag.id) : null;
    const spelling = own && compareUids(uid, own);
    if (tag && spelling) found.push({ tag, spelling });
  }
  if (found.length < 2) return found;
  return found.sort((one, other) => distanceOf(one) - distanceOf(other));
}

/**
 * A registry may refuse an id that does not look like its own, or answer with a tag whose id is
 * spelled differently. Neither is an error for a UID: the snapshot shows which tags have it.
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

const lowerCase = (text: string) => text.toLowerCase();

const terminalsBy = {
  uuid: {
    normalize: normalizeUuid,
    index: indexByField("uuids", "uuid", normalizeUuid),
    names: indexByField("uuid names", "uuid", lowerCase),
  },
  imei: {
    normalize: normalizeImei,
    index: indexByField("imeis", "imei", normalizeImei),
    names: indexByField("imei names", "imei", lowerCase),
  },
};

/**
 * Finds the first of the terminals with a uuid or an imei, null if there is none.
 * @throws RegistryError
 */
export async function findTerminalBy(
  field: keyof typeof terminalsBy,
  text: string,
  context: GatewayContext,
): Promise<TerminalRecord | null> {
  const [first = null] = await findTerminalsBy(field, text, context);
  return first;
}

/**
 * Finds the terminals with a uuid or an imei, however it is spelled, in the registry's order. Costs
 * the REST calls of the terminals' snapshot, and none if the text has nothing to compare.
 * @throws RegistryError
 */
export async function findTerminalsBy(
  field: keyof typeof terminalsBy,
  text: string,
  context: GatewayContext,
): Promise<readonly TerminalRecord[]> {
  const { normalize, index } = terminalsBy[field];
  const name = normalize(text);
  return findTerminalsIn(index, name, context);
}

/**
 * The first of the terminals that a linked value names by its uuid or imei, in any letter case;
 * null if there is none. Costs the REST calls of the terminals' snapshot.
 * @throws RegistryError
 */
export async function findTerminalNamed(
  field: keyof typeof terminalsBy,
  name: string,
  context: GatewayContext,
): Promise<TerminalRecord | null> {
  const [first = null] = await findTerminalsIn(terminalsBy[field].names, name, context);
  return first;
}

async function findTerminalsIn(
  index: (typeof terminalsBy)["uuid"]["index"],
  name: string,
  context: GatewayContext,
): Promise<readonly TerminalRecord[]> {
  const { snapshots, settings } = context;
  if (name === "") return [];
  const snapshot = await snapshots.use("terminal");
  const table = tableOf(snapshot, settings.REGISTRY_TIMESTAMP_UNIT);
  const { positionsOf } = await table.get(index);
  const found = positionsOf(name).flatMap((position) => snapshot.records[position] ?? []);
  warnIfIncomplete(snapshot, context);
  const absenceError = incompleteError(snapshot);
  if (found.length === 0 && absenceError !== null) throw absenceError;
  return found;
}

export function normalizeUuid(text: string): string {
  return text.replace(/[-{}]/g, "").toLowerCase();
}

export function normalizeImei(text: string): string {
  return text.replace(/\D/g, "");
}
