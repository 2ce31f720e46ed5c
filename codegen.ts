import type { CodegenConfig } from "@graphql-codegen/cli";

/** How clients are typed. */
const clientConfig = {
  useTypeImports: true,
  enumsAsTypes: true,
  strictScalars: true,
  scalars: {
    DateTime: "string",
    JSON: "unknown",
    JSONObject: "Record<string, unknown>",
    SafeInt: "number",
  },
};

const config: CodegenConfig = {
  importExtension: ".ts",
  schema: "schema/*.graphql",
  generates: {
    "examples/apollo-client/__generated__/": {
      preset: "client",
      documents: "examples/apollo-client/*.tsx",
      presetConfig: { fragmentMasking: false },
      config: clientConfig,
    },
    "test/clients/__generated__/": {
      preset: "client",
      documents: "test/clients/documents.ts",
      presetConfig: { persistedDocuments: true },
      config: clientConfig,
    },
    "src/graphql/types.generated.ts": {
      plugins: ["typescript", "typescript-resolvers"],
      config: {
        contextType: "./context.ts#GatewayContext",
        // Resolvers are given less than graphql-js would give them, and nothing of the document.
        customResolveInfo: "../execution/plan.ts#FieldSelection",
        importExtension: ".ts",
        useTypeImports: true,
        enumsAsTypes: true,
        immutableTypes: true,
        strictScalars: true,
        // An error in the place of a value is a field that failed.
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
          Tag: "./parents.ts#TagParent",
          Terminal: "./parents.ts#TerminalParent",
          TagConnection: "./parents.ts#TagConnectionParent",
          TagEdge: "./parents.ts#TagEdgeParent",
          TerminalConnection: "./parents.ts#TerminalConnectionParent",
          TerminalEdge: "./parents.ts#TerminalEdgeParent",
          AdditionalDataStructure: "../upstream/records.ts#StructureRecord",
          AdditionalDataItem: "./parents.ts#AdditionalDataItemParent",
          AdditionalDataField: "./parents.ts#AdditionalDataFieldParent",
        },
      },
    },
  },
};

export default config;
