import type { CodegenConfig } from "@graphql-codegen/cli";

const config: CodegenConfig = {
  importExtension: ".ts",
  schema: "schema.graphql",
  generates: {
    "__generated__/": {
      preset: "client",
      documents: "src/**/*.{ts,tsx}",
      presetConfig: { fragmentMasking: { unmaskFunctionName: "readFragment" } },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        immutableTypes: true,
        strictScalars: true,
        // The type of a @semanticNonNull field has no null: gateway/strict-query.ts throws when a failed field is read.
        nullability: { errorHandlingClient: true },
        scalars: {
          DateTime: "string",
          JSON: "string | number | boolean | object",
          JSONObject: "object",
          SafeInt: "number",
        },
      },
    },
  },
};

export default config;
