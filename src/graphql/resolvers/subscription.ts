import type { ChangeEvent } from "../../changes/change.ts";
import { ChangesError } from "../../changes/errors.ts";
import type { ChangeResolvers, SubscriptionResolvers } from "../types.generated.ts";
import { toGlobalId } from "../values/global-id.ts";
import { toSubject } from "./additional-data.ts";

/** `Subscription`. `subscribe` returns the events, and `resolve` gets each of them as its parent. */
export const subscription: SubscriptionResolvers = {
  changes: {
    subscribe: async (_, { of, after = null }, context) => {
      if (of?.length === 0) {
        throw new ChangesError("BAD_USER_INPUT", "`of` names no list; leave it out for both.");
      }
      const subjects = of ? of.map(toSubject) : (["tag", "terminal"] as const);
      return context.listen(subjects, after);
    },
    resolve: (event: ChangeEvent) => event,
  },
};

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
