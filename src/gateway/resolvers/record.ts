import type { FieldSelection, Variables } from "../../execution/plan.ts";
import type { JsonObject } from "../../registry-client/json-values.ts";
import type { RegistryRecord, Subject } from "../../registry-client/records.ts";
import { loadField, loadFields, readPart } from "./additional-data.ts";
import { type LinkedListArguments, loadLinkedConnection } from "./record-connection.ts";
import type { GatewayContext } from "./request/context.ts";
import type {
  AdditionalDataFieldParent,
  ConnectionParent,
  ProjectParent,
} from "./types/parents.ts";

export const record = {
  project: (record: RegistryRecord): ProjectParent => ({ record }),
  additionalData: (
    record: RegistryRecord,
    { identifiers }: { readonly identifiers?: readonly string[] | null },
  ): JsonObject | null => readPart(record, identifiers),
  additionalDataFields: (
    record: RegistryRecord,
    _: unknown,
    { registry }: GatewayContext,
  ): Promise<readonly AdditionalDataFieldParent[]> => loadFields(record, registry),
  additionalDataField: (
    record: RegistryRecord,
    { identifier }: { readonly identifier: string },
    context: GatewayContext,
  ): AdditionalDataFieldParent | Promise<AdditionalDataFieldParent> =>
    loadField(record, identifier, context),
  linkedTags: linkedRecords("tag"),
  linkedTerminals: linkedRecords("terminal"),
};

function linkedRecords<S extends Subject>(subject: S) {
  return (
    record: RegistryRecord,
    given: LinkedListArguments,
    context: GatewayContext,
    selection: FieldSelection,
    variables: Variables,
  ): Promise<ConnectionParent<S>> =>
    loadLinkedConnection(record, subject, given, context, { selection, variables });
}
