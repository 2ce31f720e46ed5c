import type { FacetResolvers, FacetValueResolvers } from "../types.generated.ts";

/** `Facet`. */
export const facet: FacetResolvers = {
  field: ({ argument }) => argument.field,
  identifier: ({ argument }) => argument.identifier ?? null,
  values: ({ values }) => values,
  otherCount: ({ otherCount }) => otherCount,
  nullCount: ({ nullCount }) => nullCount,
};

/** `FacetValue`. */
export const facetValue: FacetValueResolvers = {
  value: ({ value }) => value,
  from: ({ from }) => from,
  to: ({ to }) => to,
  count: ({ count }) => count,
  selected: ({ isSelected }) => isSelected,
};
