import { ArgumentError } from "../list/arguments.ts";
import type { ChangeEvent } from "../list/changes/change.ts";
import { toSubject } from "./additional-data.ts";
import type { ChangeResolvers, SubscriptionResolvers } from "./types/types.generated.ts";
import { toGlobalId } from "./values/global-id.ts";

/**
 * `Subscription`. `subscribe` returns the events, and `resolve` gets each of them as its parent.
 */
export const subscription: SubscriptionResolvers = {
  changes: {
    subscribe: async (_, { of, after = null }, context) => {
      if (of?.length === 0) {
        throw new ArgumentError("`of` names no list. Leave it out to listen to both.");
      }
      const subjects = of ? of.map(toSubject) : (["tag", "terminal"] as const);
      return context.listen(subjects, after);
    },
    resolve: (event: ChangeEvent) => event,
  },
};

export const change: ChangeResolvers = {
  kind: ({ kind }) => kind,
  id: (event) => {
    if (event.kind === "RESET") return null;
    return toGlobalId(event.subject === "tag" ? "Tag" : "Terminal", event.id);
  },
  node: (event) => (event.kind === "RESET" ? null : event.record),
  fields: (event) => (event.kind === "RESET" ? null : event.fields),
  cursor: ({ cursor }) => cursor,
};
