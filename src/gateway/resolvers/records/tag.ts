import { decodePromised } from "../../call/decode/fields.ts";
import { decodeString } from "../../call/decode/json-values.ts";
import type { RegistryRecord } from "../../call/decode/records.ts";
import { type RecordField, text } from "./record-field.ts";

/** The fields that only tags have (interface §2.2). */
export const tagFields: readonly RecordField[] = [{ name: "type", member: "type", ...text }];

export const tagResolvers = {
  type: (tag: RegistryRecord) => decodePromised(tag, "type", tag.fields["type"], decodeString),
};
