import type { ChangeResolvers } from "../types.generated.ts";
import { toGlobalId } from "../values/global-id.ts";

/** `Change`. */
export const change: ChangeResolvers = {
  kind: ({ kind }) => kind,
  id: (told) => {
    if (told.kind === "RESET") return null;
    return toGlobalId(told.subject === "tag" ? "Tag" : "Terminal", told.id);
  },
  node: (told) => (told.kind === "RESET" ? null : told.record),
  fields: (told) => (told.kind === "RESET" ? null : told.fields),
  cursor: ({ cursor }) => cursor,
};
