import type { Subject } from "../../call/decode/records.ts";
import { commonFields } from "./common.ts";
import type { RecordField } from "./record-field.ts";
import { tagFields } from "./tag.ts";
import { terminalFields } from "./terminal.ts";

/** The fields of each kind of record, except its id. Fields of the schema that derive from others are left out. */
export const recordFields: Readonly<Record<Subject, readonly RecordField[]>> = {
  tag: [...commonFields, ...tagFields],
  terminal: [...commonFields, ...terminalFields],
};
