import { decodeInteger } from "../../upstream/decode.ts";
import { readPromised, type Subject } from "../../upstream/records.ts";
import type { GatewayContext } from "../context.ts";
import { formatDateTime } from "../date-time.ts";
import type { AdditionalDataFieldParent, ProjectParent, RecordParent } from "../parents.ts";
import { loadField, loadFields } from "./additional-data.ts";

type Parent = RecordParent<Subject>;

/** The resolvers of the fields that tags and terminals have in common, beyond what `RecordParent` reads. */
export const record = {
  project: (parent: Parent): ProjectParent => ({ record: parent.record }),
  addedAt: (parent: Parent, _: unknown, { options }: GatewayContext): string | null =>
    formatDateTime(readPromised(parent.record, "added_when", decodeInteger), options.timestampUnit),
  updatedAt: (parent: Parent, _: unknown, { options }: GatewayContext): string | null =>
    formatDateTime(
      readPromised(parent.record, "last_update", decodeInteger),
      options.timestampUnit,
    ),
  additionalDataFields: (
    parent: Parent,
    _: unknown,
    { registry }: GatewayContext,
  ): Promise<readonly AdditionalDataFieldParent[]> => loadFields(parent.record, registry),
  additionalDataField: (
    parent: Parent,
    { identifier }: { readonly identifier: string },
    { registry }: GatewayContext,
  ): AdditionalDataFieldParent | Promise<AdditionalDataFieldParent> =>
    loadField(parent.record, identifier, registry),
};
