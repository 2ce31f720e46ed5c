import { decodePromised } from "../../upstream/decoding/fields.ts";
import { decodeString } from "../../upstream/decoding/json-values.ts";
import type {
  TagConnectionResolvers,
  TagEdgeResolvers,
  TagResolvers,
  TagUidMatchResolvers,
} from "../types.generated.ts";
import { toGlobalId } from "../values/global-id.ts";
import type { RecordField } from "../values/record-field.ts";
import { record } from "./record.ts";
import { connection, edge } from "./record-connection.ts";

/** The fields that only tags have (interface §2.2). */
export const tagFields: readonly RecordField[] = [
  { name: "type", member: "type", decode: decodeString },
];

/** `Tag` (interface §2.2). */
export const tag: TagResolvers = {
  ...record,
  id: ({ id }) => toGlobalId("Tag", id),
  tagId: ({ id }) => id,
  type: (tag) => decodePromised(tag, "type", tag.fields["type"], decodeString),
};

/** `TagConnection`. A connection of terminals is resolved in the same way. */
export const tagConnection: TagConnectionResolvers = connection;

/** `TagEdge`. An edge to a terminal is resolved in the same way. */
export const tagEdge: TagEdgeResolvers = edge;

/** `TagUidMatch`: a tag, and how its id spells the UID. */
export const tagUidMatch: TagUidMatchResolvers = {
  tag: ({ tag }) => tag,
  spelling: ({ spelling }) => spelling,
};
