import type { FacetResolvers, FacetValueResolvers } from "./types/types.generated.ts";

export const facet: FacetResolvers = {
  field: ({ argument }) => argument.field,
  identifier: ({ argument }) => argument.identifier ?? null,
  values: ({ values }) => values,
  otherCount: ({ otherCount }) => otherCount,
  nullCount: ({ nullCount }) => nullCount,
};

/** `FacetValue`: one value or range, and how many records have it. */
export const facetValue: FacetValueResolvers = {
  value: ({ value }) => value,
  from: ({ from }) => from,
  to: ({ to }) => to,
  count: ({ count }) => count,
  selected: ({ isSelected }) => isSelected,
};
