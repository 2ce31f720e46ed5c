import type { List } from "../../search/table.ts";
import { RegistryError } from "../../upstream/errors.ts";
import type { TerminalRecord } from "../../upstream/records.ts";
import type { GatewayContext } from "../context.ts";
import type { TagUidMatchParent } from "../parents.ts";
import { indexBy } from "./record-index.ts";
import { searchedOf } from "./searched-snapshot.ts";
import { compareUids, namesOf, parseUid, type Uid, uidSpellings } from "./uid.ts";

/**
 * The tags with a UID, however it is spelt: the closest spellings first, then in the registry's order. REST calls: one where a
 * tag has exactly this id, else those of the tags' snapshot too.
 * @throws RegistryError
 */
export async function findTagsByUid(
  text: string,
  { registry, snapshots, options }: GatewayContext,
): Promise<readonly TagUidMatchParent[]> {
  const uid = parseUid(text);
  const exact = await registry.tags.load(text).catch((error) => noneIfUnreadable(error, uid));
  if (exact !== null) return [{ tag: exact, spelling: "SAME" }];
  if (uid === null) return [];
  const snapshot = await snapshots.use("tag");
  const { positionsOf } = await searchedOf(snapshot, options.timestampUnit).table.get(tagsByUid);
  const positions = new Set(namesOf(uid).flatMap(positionsOf));
  const matches = [...positions]
    .sort((one, other) => one - other)
    .flatMap((position): readonly TagUidMatchParent[] => {
      const tag = snapshot.records[position];
      const own = tag ? parseUid(tag.id) : null;
      const spelling = own && compareUids(uid, own);
      return tag && spelling ? [{ tag, spelling }] : [];
    });
  return matches.sort((one, other) => rankOf(one) - rankOf(other));
}

/**
 * A registry may refuse an id that is not of its own form, or take another spelling for it and answer with the tag that it knows:
 * the snapshot tells what there is.
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

function rankOf({ spelling }: TagUidMatchParent): number {
  return uidSpellings.indexOf(spelling);
}

/** What of an identifier matters, and the terminals by it. */
const terminalsBy = {
  uuid: { reduce: reduceUuid, index: indexBy("uuids", createNaming("uuid", reduceUuid)) },
  imei: { reduce: reduceImei, index: indexBy("imeis", createNaming("imei", reduceImei)) },
};

/**
 * The terminal with a uuid or an imei, however it is spelt: the first of several in the registry's order, null where there is
 * none. REST calls: those of the terminals' snapshot.
 * @throws RegistryError
 */
export async function findTerminalBy(
  field: keyof typeof terminalsBy,
  text: string,
  { snapshots, options }: GatewayContext,
): Promise<TerminalRecord | null> {
  const { reduce, index } = terminalsBy[field];
  const name = reduce(text);
  if (name === "") return null;
  const snapshot = await snapshots.use("terminal");
  const { positionsOf } = await searchedOf(snapshot, options.timestampUnit).table.get(index);
  const [first] = positionsOf(name);
  return first === undefined ? null : (snapshot.records[first] ?? null);
}

/** A uuid without letter case, dashes and braces. */
export function reduceUuid(text: string): string {
  return text.replace(/[-{}]/g, "").toLowerCase();
}

/** The digits of an imei. */
export function reduceImei(text: string): string {
  return text.replace(/\D/g, "");
}

function createNaming(field: string, reduce: (text: string) => string) {
  return <Row>({ fields }: List<Row>, row: Row): readonly string[] => {
    const name = reduce(String(fields[field]?.read(row) ?? ""));
    return name === "" ? [] : [name];
  };
}
