import {
  decodeBoolean,
  decodeObject,
  decodeString,
  decodeStrings,
  type JsonObject,
  readOptional,
  readPromised,
} from "../../registry-client/json-values.ts";
import {
  type RegistryRecord,
  readItems,
  type Subject,
  type TagRecord,
  type TerminalRecord,
} from "../../registry-client/records.ts";
import { findItemKey, maxIdentifierLength } from "../../search/table/keys.ts";
import { type Link, readName } from "../list/records/names.ts";
import type { GatewayContext, Registry } from "./request/context.ts";
import { findTerminalNamed } from "./search/look-up/look-up.ts";
import { warnOfUndefined } from "./search/unknown-identifiers.ts";
import { readItemRules } from "./structure/item-rule.ts";
import { type DefinedItem, readDefinedItems, readItemType } from "./structure/items.ts";
import { toJsonSchema } from "./structure/json-schema.ts";
import { toUiSchema } from "./structure/ui-schema.ts";
import type { AdditionalDataFieldParent } from "./types/parents.ts";
import type {
  AdditionalDataFieldResolvers,
  AdditionalDataItemResolvers,
  AdditionalDataStructureResolvers,
  AdditionalDataSubject,
} from "./types/types.generated.ts";
import { readTime, readTimestamp } from "./values/date-time.ts";
import { typedValues } from "./values/typed-values.ts";

export const additionalDataStructure: AdditionalDataStructureResolvers = {
  of: ({ of }) => (of === "tag" ? "TAG" : "TERMINAL"),
  items: readItems,
  lastUpdate: (structure, _, { settings }) =>
    readTimestamp(
      structure,
      "last_update",
      structure.fields["last_update"],
      settings.REGISTRY_TIMESTAMP_UNIT,
    ),
  updatedAt: (structure, _, { settings }) =>
    readTime(
      structure,
      "last_update",
      structure.fields["last_update"],
      settings.REGISTRY_TIMESTAMP_UNIT,
    ),
  jsonSchema: (structure) => toJsonSchema(readItemRules(structure)),
  uiSchema: (structure) => toUiSchema(readItemRules(structure)),
};

export const additionalDataItem: AdditionalDataItemResolvers = {
  type: readItemType,
  rawType: (item) => readPromised(item, "type", decodeString),
  name: (item) => readPromised(item, "name", decodeString),
  identifier: (item) => readPromised(item, "identifier", decodeString),
  setViaApp: (item) => readPromised(item, "set_via_app", decodeBoolean),
  enum: (item) =>
    readItemType(item) === "SELECTBOX" ? readOptional(item, "enum", decodeStrings) : null,
};

export const additionalDataField: AdditionalDataFieldResolvers = {
  identifier: ({ identifier }) => identifier,
  value: ({ value }) => value,
  ...typedValues,
  item: async ({ itemRecord, identifier, subject }, _, { registry }) => {
    if (itemRecord !== undefined) return itemRecord;
    const items = await loadItems(subject, registry);
    return items.find((item) => item.identifier === identifier)?.record ?? null;
  },
  tag: (field, _, context) => {
    const link = linkOf(field, context);
    return link?.target === "tag" ? loadTagNamed(link, field.value, context) : null;
  },
  terminal: (field, _, context) => {
    const link = linkOf(field, context);
    return link?.target === "terminal" ? loadTerminalNamed(link, field.value, context) : null;
  },
};

export function toSubject(subject: AdditionalDataSubject): Subject {
  return subject === "TAG" ? "tag" : "terminal";
}

/**
 * Loads a record's additional data: a field for each item of the structure, in its order, then one
 * for each key without an item. A key belongs to the item that has it as its identifier, or else as
 * its name. Costs one REST call per request, for the structure.
 * @throws RegistryError
 */
export async function loadFields(
  record: RegistryRecord,
  registry: Registry,
): Promise<readonly AdditionalDataFieldParent[]> {
  const { subject } = record;
  const data = readAdditionalData(record);
  const items = await loadItems(subject, registry);
  const used = new Set<string>();
  const defined = items.map((item): AdditionalDataFieldParent => {
    const key = findItemKey(item, data);
    if (key !== undefined) used.add(key);
    return toField(subject, item, key === undefined ? null : data[key]);
  });
  const further = Object.keys(data)
    .filter((key) => !used.has(key))
    .map((key) => ({ subject, identifier: key, itemRecord: null, value: data[key] }));
  return [...defined, ...further];
}

/**
 * Loads one field of a record's additional data: the record's own key, or else the value for the
 * item with this identifier. Only the latter needs the structure, which costs one REST call per
 * request. An identifier that is too long has no value.
 * @throws RegistryError
 */
export function loadField(
  record: RegistryRecord,
  identifier: string,
  context: GatewayContext,
): AdditionalDataFieldParent | Promise<AdditionalDataFieldParent> {
  const { subject } = record;
  const data = readAdditionalData(record);
  if (identifier.length > maxIdentifierLength) {
    return { subject, identifier, itemRecord: null, value: null };
  }
  if (Object.hasOwn(data, identifier)) {
    return { subject, identifier, itemRecord: undefined, value: data[identifier] };
  }
  return loadItemField(subject, data, identifier, context);
}

async function loadItemField(
  subject: Subject,
  data: JsonObject,
  identifier: string,
  context: GatewayContext,
): Promise<AdditionalDataFieldParent> {
  const items = await loadItems(subject, context.registry);
  const item = items.find((candidate) => candidate.identifier === identifier);
  if (item === undefined) {
    // Without any item, nobody knows which keys there are.
    const known = items.map((one) => one.identifier);
    if (known.length > 0) warnOfUndefined(identifier, known, context);
    return { subject, identifier, itemRecord: null, value: null };
  }
  const key = findItemKey(item, data);
  return toField(subject, item, key === undefined ? null : data[key]);
}

async function loadItems(subject: Subject, registry: Registry): Promise<readonly DefinedItem[]> {
  const structure = await registry.loadStructure(subject);
  return structure === null ? [] : readDefinedItems(structure);
}

function toField(
  subject: Subject,
  { identifier, record }: DefinedItem,
  value: unknown,
): AdditionalDataFieldParent {
  return { subject, identifier, itemRecord: record, value };
}

/** A record's additional data, or only these keys of it; null if it has none. */
export function readPart(
  record: RegistryRecord,
  identifiers: readonly string[] | null | undefined,
): JsonObject | null {
  const data = readOptional(record, "additional_data", decodeObject);
  if (data === null || identifiers == null) return data;
  const wanted = new Set(identifiers);
  return Object.fromEntries(Object.entries(data).filter(([key]) => wanted.has(key)));
}

function readAdditionalData(record: RegistryRecord): JsonObject {
  return readPart(record, null) ?? {};
}

function linkOf(
  { subject, identifier }: AdditionalDataFieldParent,
  context: GatewayContext,
): Link | undefined {
  warnWithoutLinks(context);
  return context.links[subject].get(identifier);
}

export function loadTagNamed(
  link: Link,
  value: unknown,
  { registry }: GatewayContext,
): Promise<TagRecord | null> | null {
  const name = readName(link, value);
  return name === null ? null : registry.tags.load(name);
}

export function loadTerminalNamed(
  link: Link,
  value: unknown,
  context: GatewayContext,
): Promise<TerminalRecord | null> | null {
  const name = readName(link, value);
  if (name === null) return null;
  return link.field === "id"
    ? context.registry.terminals.load(name)
    : findTerminalNamed(link.field, name, context);
}

function warnWithoutLinks(context: GatewayContext): void {
  const { links } = context;
  if (links.tag.size > 0 || links.terminal.size > 0) return;
  context.warn({
    code: "LINKS_NOT_CONFIGURED",
    message:
      "No links are configured, so `tag` and `terminal` of additional data are null. The gateway's setting ADDITIONAL_DATA_LINKS says which additional data names a record.",
  });
}
