import type { RegistryRecord } from "../call/decode/records.ts";
import { loadField, loadFields } from "./additional-data.ts";
import type { GatewayContext } from "./request/context.ts";
import type { AdditionalDataFieldParent, ProjectParent } from "./types/parents.ts";

/** The resolvers of the fields that derive from others, which tags and terminals have in common. */
export const record = {
  project: (record: RegistryRecord): ProjectParent => ({ record }),
  additionalDataFields: (
    record: RegistryRecord,
    _: unknown,
    { registry }: GatewayContext,
  ): Promise<readonly AdditionalDataFieldParent[]> => loadFields(record, registry),
  additionalDataField: (
    record: RegistryRecord,
    { identifier }: { readonly identifier: string },
    { registry }: GatewayContext,
  ): AdditionalDataFieldParent | Promise<AdditionalDataFieldParent> =>
    loadField(record, identifier, registry),
};
