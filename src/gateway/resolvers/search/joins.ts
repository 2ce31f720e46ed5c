import type { Subject } from "../../../registry-client/records.ts";
import type { Direction, Joins, Link, NamedData } from "../../../search/joins/link.ts";
import { type Link as NamedLink, readName, toName } from "../../list/records/names.ts";
import { once } from "../../once/once.ts";
import { comparisons, type OwnFields, type OwnType } from "../own-fields/own-fields.ts";
import type { GatewayContext, Links } from "../request/context.ts";
import type { TimestampUnit } from "../values/date-time.ts";
import { describeList } from "./list-descriptions.ts";

export interface RecordLink extends Link {
  readonly from: Subject;
  readonly to: Subject;
  readonly by: NamedLink["field"];
}

const known = new WeakMap<Links, Joins<RecordLink>>();

export function joinsOf({
  links,
  ownFields,
  settings,
}: Pick<GatewayContext, "links" | "ownFields" | "settings">): Joins<RecordLink> {
  return once(known, links, () => createJoins(links, ownFields, settings.REGISTRY_TIMESTAMP_UNIT));
}

function createJoins(
  links: Links,
  { tag, terminal }: OwnFields,
  unit: TimestampUnit,
): Joins<RecordLink> {
  return {
    lists: [
      { list: describeList("tag", unit), linkedMember: "linkedTags", named: nameData(tag) },
      {
        list: describeList("terminal", unit),
        linkedMember: "linkedTerminals",
        named: nameData(terminal),
      },
    ],
    links: (["tag", "terminal"] as const).flatMap((from) =>
      [...links[from]].map(([identifier, link]) => toRecordLink(from, identifier, link)),
    ),
  };
}

function nameData(own: OwnType | undefined): ReadonlyMap<string, NamedData> {
  const named = new Map<string, NamedData>();
  for (const { name, identifier, type } of own?.fields.values() ?? []) {
    const kind = comparisons[type];
    if (kind !== null) named.set(name, { identifier, kind });
  }
  return named;
}

function toRecordLink(from: Subject, identifier: string, link: NamedLink): RecordLink {
  return {
    identifier,
    from,
    to: link.target,
    by: link.field,
    readName: (value) => readName(link, value),
    toName: (text) => toName(link.field, text),
  };
}

export function warnOfNoLinks({ from, to }: Direction, context: GatewayContext): void {
  context.warn({
    code: "LINKS_NOT_CONFIGURED",
    message: `No links from ${from}s to ${to}s are configured, so no ${from} is linked to a ${to}. The gateway's setting ADDITIONAL_DATA_LINKS says which additional data names a record.`,
  });
}
