import type {
  FacetResolvers,
  FacetValueResolvers,
  NumberStatisticsResolvers,
} from "./types/types.generated.ts";
import { toDateTime } from "./values/date-time.ts";
import { typedValues } from "./values/typed-values.ts";

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
  ...typedValues,
  from: ({ from }) => from,
  to: ({ to }) => to,
  fromAt: ({ fromTime }) => toDateTime(fromTime),
  toAt: ({ toTime }) => toDateTime(toTime),
  count: ({ count }) => count,
  selected: ({ isSelected }) => isSelected,
};
