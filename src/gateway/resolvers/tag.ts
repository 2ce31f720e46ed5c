import { record } from "./record.ts";
import { connection, edge } from "./record-connection.ts";
import { tagFields } from "./records/field-resolvers.ts";
import type {
  TagConnectionResolvers,
  TagEdgeResolvers,
  TagResolvers,
  TagUidLookUpResolvers,
  TagUidMatchResolvers,
} from "./types/types.generated.ts";
import { toGlobalId } from "./values/global-id.ts";

export const tag: TagResolvers = {
  ...tagFields,
  ...record,
  id: ({ id }) => toGlobalId("Tag", id),
  tagId: ({ id }) => id,
};

export const tagConnection: TagConnectionResolvers = connection;

export const tagEdge: TagEdgeResolvers = edge;

export const tagUidLookUp: TagUidLookUpResolvers = {
  uid: ({ uid }) => uid,
  matches: ({ matches }) => matches,
};

export const tagUidMatch: TagUidMatchResolvers = {
  tag: ({ tag }) => tag,
  spelling: ({ spelling }) => spelling,
};
