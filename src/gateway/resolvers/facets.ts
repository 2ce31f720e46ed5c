import type {
  FacetResolvers,
  FacetValueResolvers,
  NumberStatisticsResolvers,
} from "./types/types.generated.ts";

export const facet: FacetResolvers = {
  field: ({ argument }) => argument.field,
  identifier: ({ argument }) => argument.identifier ?? null,
  values: ({ values }) => values,
  otherCount: ({ otherCount }) => otherCount,
  nullCount: ({ nullCount }) => nullCount,
  numbers: ({ computeNumbers }) => computeNumbers(),
};

export const numberStatistics: NumberStatisticsResolvers = {
  count: ({ count }) => count,
  min: ({ min }) => min,
  max: ({ max }) => max,
  sum: ({ sum }) => sum,
  mean: ({ mean }) => mean,
};

export const facetValue: FacetValueResolvers = {
  value: ({ value }) => value,
  from: ({ from }) => from,
  to: ({ to }) => to,
  fromAt: ({ fromTime }) => toDateTime(fromTime),
  toAt: ({ toTime }) => toDateTime(toTime),
  count: ({ count }) => count,
  selected: ({ isSelected }) => isSelected,
};

function toDateTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
