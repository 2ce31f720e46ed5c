import type { Subject } from "../upstream/decoding/records.ts";
import { commonFields } from "./resolvers/record.ts";
import { tagFields } from "./resolvers/tag.ts";
import { terminalFields } from "./resolvers/terminal.ts";
import type { RecordField } from "./values/record-field.ts";

/** The fields of each kind of record, except its id. Fields of the schema that derive from others are left out. */
export const recordFields: Readonly<Record<Subject, readonly RecordField[]>> = {
  tag: [...commonFields, ...tagFields],
  terminal: [...commonFields, ...terminalFields],
};
