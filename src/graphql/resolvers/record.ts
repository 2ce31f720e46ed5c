import {
  decodeBoolean,
  decodeInteger,
  decodeObject,
  decodeString,
  type JsonObject,
} from "../../upstream/decode.ts";
import { type RegistryRecord, readOptional, readPromised } from "../../upstream/records.ts";
import type { GatewayContext } from "../context.ts";
import { formatDateTime } from "../date-time.ts";
import type { AdditionalDataFieldParent, ProjectParent } from "../parents.ts";
import { loadField, loadFields } from "./additional-data.ts";

/** The resolvers of the fields that tags and terminals have in common (interface §2.1, §2.2). */
export const record = {
  name: (parent: RegistryRecord): string => readPromised(parent, "name", decodeString),
  projectId: (parent: RegistryRecord): string => readPromised(parent, "project_id", decodeString),
  project: (parent: RegistryRecord): ProjectParent => ({ record: parent }),
  description: (parent: RegistryRecord): string | null =>
    readOptional(parent, "description", decodeString),
  isActive: (parent: RegistryRecord): boolean => readPromised(parent, "is_active", decodeBoolean),
  addedWhen: (parent: RegistryRecord): number => readPromised(parent, "added_when", decodeInteger),
  addedAt: (parent: RegistryRecord, _: unknown, { options }: GatewayContext): string | null =>
    formatDateTime(readPromised(parent, "added_when", decodeInteger), options.timestampUnit),
  lastUpdate: (parent: RegistryRecord): number =>
    readPromised(parent, "last_update", decodeInteger),
  updatedAt: (parent: RegistryRecord, _: unknown, { options }: GatewayContext): string | null =>
    formatDateTime(readPromised(parent, "last_update", decodeInteger), options.timestampUnit),
  additionalData: (parent: RegistryRecord): JsonObject | null =>
    readOptional(parent, "additional_data", decodeObject),
  additionalDataFields: (
    parent: RegistryRecord,
    _: unknown,
    { registry }: GatewayContext,
  ): Promise<readonly AdditionalDataFieldParent[]> => loadFields(parent, registry),
  additionalDataField: (
    parent: RegistryRecord,
    { identifier }: { readonly identifier: string },
    { registry }: GatewayContext,
  ): AdditionalDataFieldParent | Promise<AdditionalDataFieldParent> =>
    loadField(parent, identifier, registry),
};
