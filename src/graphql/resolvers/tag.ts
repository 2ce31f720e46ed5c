import { type FurtherResolvers, type TagParent, toTag } from "../parents.ts";
import type {
  Tag,
  TagConnectionResolvers,
  TagEdgeResolvers,
  TagResolvers,
} from "../types.generated.ts";
import { createConnectionResolvers, edge } from "./connection.ts";
import { record } from "./record.ts";

/** `Tag` (interface §2.2). */
export const tag: FurtherResolvers<TagResolvers, Tag, TagParent> = record;

/** `TagConnection`. */
export const tagConnection: Omit<TagConnectionResolvers, "totalCount"> =
  createConnectionResolvers(toTag);

/** `TagEdge`. */
export const tagEdge: Omit<TagEdgeResolvers, "node"> = edge;
