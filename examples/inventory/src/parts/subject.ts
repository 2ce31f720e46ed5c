/** The kinds of records that have lists, named as their types. */
export type Subject = "Tag" | "Terminal";

/** What a page calls a record of each kind, and the route of their list. */
export const subjects = {
  Tag: { noun: "tag", list: "/tags" },
  Terminal: { noun: "terminal", list: "/terminals" },
} as const;
