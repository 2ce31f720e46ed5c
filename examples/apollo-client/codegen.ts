import type { CodegenConfig } from "@graphql-codegen/cli";

const config: CodegenConfig = {
  importExtension: ".ts",
  schema: "../../schema/*.graphql",
  generates: {
    "__generated__/": {
      preset: "client",
      documents: "*.tsx",
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars: {
          DateTime: "string",
          JSON: "unknown",
          JSONObject: "Record<string, unknown>",
          SafeInt: "number",
        },
      },
    },
  },
};

export default config;
