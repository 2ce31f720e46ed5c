import type { Connection } from "../connection/connection.ts";
import {
  decodeBoolean,
  decodeInteger,
  decodeObject,
  decodeString,
  decodeStrings,
  type JsonObject,
} from "../upstream/decode.ts";
import { RegistryError } from "../upstream/errors.ts";
import {
  decodeOptional,
  decodePromised,
  type FieldSource,
  type ItemRecord,
  type RegistryRecord,
  type Subject,
  type TagRecord,
  type TerminalRecord,
} from "../upstream/records.ts";
import { toGlobalId } from "./global-id.ts";
import { readItemType } from "./item-type.ts";
import type { AdditionalDataItemType } from "./types.generated.ts";

/*
 * What resolvers are given as their parent. A field that costs nothing and needs no argument is a property here, under its
 * name in the schema, and has no resolver: compiled code reads a property in place, where a resolver takes three closures
 * a field and record (a third of all that a list allocates). A property that cannot be read gives its error. Each reads its
 * value by a name of its own: by a name that shared code is given, V8 looks it up anew each time, for 6 % of a list.
 */

/** The resolvers that a type needs beside its parent's properties; `never` where one of these is not of the schema's type. */
export type FurtherResolvers<Resolvers, Type, Parent> = Parent extends {
  readonly [Name in keyof Type & keyof Parent]: Type[Name] | RegistryError;
}
  ? Omit<Resolvers, keyof Parent>
  : never;

/** A value, or the error of a field that could not be read. */
type Read<Value> = Value | RegistryError;

/** A tag or a terminal under the names of the schema (interface §2.1, §2.2). */
export class RecordParent<Kind extends Subject> {
  readonly record: RegistryRecord<Kind>;

  constructor(record: RegistryRecord<Kind>) {
    this.record = record;
  }

  get name(): Read<string> {
    return promised(this.record, "name", this.record.fields["name"], decodeString);
  }

  get projectId(): Read<string> {
    return promised(this.record, "project_id", this.record.fields["project_id"], decodeString);
  }

  get description(): Read<string | null> {
    return optional(this.record, "description", this.record.fields["description"], decodeString);
  }

  get isActive(): Read<boolean> {
    return promised(this.record, "is_active", this.record.fields["is_active"], decodeBoolean);
  }

  get addedWhen(): Read<number> {
    return promised(this.record, "added_when", this.record.fields["added_when"], decodeInteger);
  }

  get lastUpdate(): Read<number> {
    return promised(this.record, "last_update", this.record.fields["last_update"], decodeInteger);
  }

  get additionalData(): Read<JsonObject | null> {
    return optional(
      this.record,
      "additional_data",
      this.record.fields["additional_data"],
      decodeObject,
    );
  }
}

/** `Tag` (interface §2.2). */
export class TagParent extends RecordParent<"tag"> {
  #id: string | undefined;

  get id(): string {
    this.#id ??= toGlobalId("Tag", this.record.id);
    return this.#id;
  }

  get tagId(): string {
    return this.record.id;
  }

  get type(): Read<string> {
    return promised(this.record, "type", this.record.fields["type"], decodeString);
  }
}

/** `Terminal` (interface §2.1). */
export class TerminalParent extends RecordParent<"terminal"> {
  #id: string | undefined;

  get id(): string {
    this.#id ??= toGlobalId("Terminal", this.record.id);
    return this.#id;
  }

  get terminalId(): string {
    return this.record.id;
  }

  get imei(): Read<string | null> {
    return optional(this.record, "imei", this.record.fields["imei"], decodeString);
  }

  get uuid(): Read<string> {
    return promised(this.record, "uuid", this.record.fields["uuid"], decodeString);
  }

  get canInsertChip(): Read<boolean> {
    return promised(
      this.record,
      "can_insert_chip",
      this.record.fields["can_insert_chip"],
      decodeBoolean,
    );
  }

  get canChangeChip(): Read<boolean> {
    return promised(
      this.record,
      "can_change_chip",
      this.record.fields["can_change_chip"],
      decodeBoolean,
    );
  }

  get platform(): Read<string | null> {
    return optional(this.record, "platform", this.record.fields["platform"], decodeString);
  }

  get platformVersion(): Read<string | null> {
    return optional(
      this.record,
      "platform_version",
      this.record.fields["platform_version"],
      decodeString,
    );
  }

  get model(): Read<string | null> {
    return optional(this.record, "model", this.record.fields["model"], decodeString);
  }

  get formIdentifier(): Read<string | null> {
    return optional(
      this.record,
      "form_identifier",
      this.record.fields["form_identifier"],
      decodeString,
    );
  }
}

/** `AdditionalDataItem` (interface §2.3). */
export class AdditionalDataItemParent {
  readonly record: ItemRecord;

  constructor(record: ItemRecord) {
    this.record = record;
  }

  get type(): AdditionalDataItemType {
    return readItemType(this.record);
  }

  get rawType(): Read<string> {
    return promised(this.record, "type", this.record.fields["type"], decodeString);
  }

  get name(): Read<string> {
    return promised(this.record, "name", this.record.fields["name"], decodeString);
  }

  get identifier(): Read<string> {
    return promised(this.record, "identifier", this.record.fields["identifier"], decodeString);
  }

  get setViaApp(): Read<boolean> {
    return promised(this.record, "set_via_app", this.record.fields["set_via_app"], decodeBoolean);
  }

  get enum(): Read<readonly string[] | null> {
    return this.type === "SELECTBOX"
      ? optional(this.record, "enum", this.record.fields["enum"], decodeStrings)
      : null;
  }
}

/** A field of a record's additional data. */
export interface AdditionalDataFieldParent {
  readonly subject: Subject;
  readonly identifier: string;
  /** The structure's item; `undefined` while nobody has looked for it. */
  readonly itemRecord: ItemRecord | null | undefined;
  readonly value: unknown;
}

/** A project is known by its key; a record of it, where one is at hand, tells its id without a call. */
export interface ProjectParent {
  readonly record: RegistryRecord | null;
}

/** A page of a connection: the rows, an error in the place of one that could not be read. */
export type ConnectionParent<Kind extends Subject> = Connection<
  RegistryRecord<Kind> | RegistryError
>;

/** A page of tags. */
export type TagConnectionParent = ConnectionParent<"tag">;

/** A page of terminals. */
export type TerminalConnectionParent = ConnectionParent<"terminal">;

/** What `PageInfo` reads: a page of either kind. */
export type PageInfoParent = TagConnectionParent | TerminalConnectionParent;

/** An edge: a row of a page, by its place in it. */
export interface EdgeParent<Kind extends Subject> {
  readonly page: ConnectionParent<Kind>;
  readonly index: number;
  readonly node: Read<RecordParentOf<Kind>>;
}

/** An edge of a page of tags. */
export type TagEdgeParent = EdgeParent<"tag">;

/** An edge of a page of terminals. */
export type TerminalEdgeParent = EdgeParent<"terminal">;

/** What stands for a record of this kind. */
export type RecordParentOf<Kind extends Subject> = Kind extends "tag" ? TagParent : TerminalParent;

/** A tag as its parent; null and errors stay what they are. */
export function toTag<Other extends null | RegistryError>(
  record: TagRecord | Other,
): TagParent | Other {
  return record === null || record instanceof RegistryError ? record : new TagParent(record);
}

/** A terminal as its parent; null and errors stay what they are. */
export function toTerminal<Other extends null | RegistryError>(
  record: TerminalRecord | Other,
): TerminalParent | Other {
  return record === null || record instanceof RegistryError ? record : new TerminalParent(record);
}

function promised<Value>(
  source: FieldSource,
  field: string,
  value: unknown,
  decode: (value: unknown) => Value | null,
): Read<Value> {
  try {
    return decodePromised(source, field, value, decode);
  } catch (error) {
    return toReadError(error);
  }
}

function optional<Value>(
  source: FieldSource,
  field: string,
  value: unknown,
  decode: (value: unknown) => Value | null,
): Read<Value | null> {
  try {
    return decodeOptional(source, field, value, decode);
  } catch (error) {
    return toReadError(error);
  }
}

function toReadError(error: unknown): RegistryError {
  if (error instanceof RegistryError) return error;
  throw error;
}
