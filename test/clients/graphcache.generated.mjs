import { cacheExchange } from "@urql/exchange-graphcache";

const parts = [
  ...["TagData", "TerminalData", "AdditionalDataField", "AdditionalDataItem"],
  ...["Change", "PageInfo", "TagConnection", "TagEdge"],
  ...["TerminalConnection", "TerminalEdge"],
  ...["Facet", "FacetValue", "NumberStatistics", "TagUidMatch", "TagUidLookUp"],
  ...["DataQualityConnection", "DataQualityEdge", "DataQualityIssue", "DataQualityCount"],
];

export const graphcache = cacheExchange({
  keys: {
    ...Object.fromEntries(parts.map((type) => [type, () => null])),
    Project: () => "", // each key has one
    AdditionalDataStructure: ({ of }) => of,
  },
});
