import { record } from "./record.ts";
import { connection, edge } from "./record-connection.ts";
import { tagFields } from "./records/field-resolvers.ts";
import type {
  TagConnectionResolvers,
  TagEdgeResolvers,
  TagResolvers,
  TagUidMatchResolvers,
} from "./types/types.generated.ts";
import { toGlobalId } from "./values/global-id.ts";

/** `Tag` (interface §2.2). */
export const tag: TagResolvers = {
  ...record,
  ...tagFields,
  id: ({ id }) => toGlobalId("Tag", id),
  tagId: ({ id }) => id,
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
