import type { CodegenConfig } from "@graphql-codegen/cli";

/** Generates the resolvers' types from schema/. The clients' packages have their own configurations. */
const config: CodegenConfig = {
  importExtension: ".ts",
  schema: "schema/*.graphql",
  generates: {
    "src/gateway/resolvers/types/types.generated.ts": {
      plugins: ["typescript", "typescript-resolvers"],
      config: {
        contextType: "../request/context.ts#GatewayContext",
        // Resolvers get their field's selection instead of graphql-js's resolve info, which holds the whole document.
        customResolveInfo: "../../../execution/plan.ts#FieldSelection",
        customResolverFn: "../../../execution/plan.ts#Resolve",
        importExtension: ".ts",
        useTypeImports: true,
        enumsAsTypes: true,
        immutableTypes: true,
        strictScalars: true,
        // A resolver returns an error instead of a value if its field failed.
        resolverTypeWrapperSignature: "Promise<T | Error | null> | T | Error",
        avoidOptionals: { field: true, inputValue: false, object: true, resolvers: true },
        scalars: {
          DateTime: "string",
          JSON: "unknown",
          JSONObject: "Readonly<Record<string, unknown>>",
          SafeInt: "number",
        },
        mappers: {
          PageInfo: "./parents.ts#PageInfoParent",
          Project: "./parents.ts#ProjectParent",
          Tag: "../../../registry-client/records.ts#TagRecord",
          Terminal: "../../../registry-client/records.ts#TerminalRecord",
          TagConnection: "./parents.ts#TagConnectionParent",
          TagEdge: "./parents.ts#TagEdgeParent",
          TagUidMatch: "../search/look-up/look-up.ts#FoundTag",
          TagUidLookUp: "../search/look-up/look-up.ts#UidLookUp",
          TerminalConnection: "./parents.ts#TerminalConnectionParent",
          TerminalEdge: "./parents.ts#TerminalEdgeParent",
          AdditionalDataStructure: "../../../registry-client/records.ts#StructureRecord",
          AdditionalDataItem: "../../../registry-client/records.ts#ItemRecord",
          AdditionalDataField: "./parents.ts#AdditionalDataFieldParent",
          Change: "../../list/changes/change.ts#ChangeEvent",
          Facet: "../search/facets.ts#FacetParent",
          FacetValue: "../../../search/facets/facet.ts#FacetEntry",
          DataQualityConnection: "../quality/issue-page.ts#IssuePage",
          DataQualityEdge: "../quality/issue-page.ts#IssueEdge",
          DataQualityIssue: "../quality/issue-page.ts#Issue",
        },
      },
    },
  },
};

export default config;
