// Writes the resolvers' types from schema/. The clients' packages have a codegen of their own.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { codegen } from "@graphql-codegen/core";
import * as typescript from "@graphql-codegen/typescript";
import * as resolvers from "@graphql-codegen/typescript-resolvers";
import { buildSchema, lexicographicSortSchema, parse, printSchema } from "graphql";
import { readTypeDefinitions } from "./src/graphql/schema.ts";

const filename = join(import.meta.dirname, "src/graphql/types.generated.ts");
// In alphabetical order, so that moving a field in schema/ changes nothing here.
const schema = lexicographicSortSchema(buildSchema(readTypeDefinitions()));

const text = await codegen({
  filename,
  schema: parse(printSchema(schema)),
  schemaAst: schema,
  documents: [],
  pluginMap: { typescript, resolvers },
  plugins: [{ typescript: {} }, { resolvers: {} }],
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
      Tag: "../upstream/records.ts#TagRecord",
      Terminal: "../upstream/records.ts#TerminalRecord",
      TagConnection: "./parents.ts#TagConnectionParent",
      TagEdge: "./parents.ts#TagEdgeParent",
      TerminalConnection: "./parents.ts#TerminalConnectionParent",
      TerminalEdge: "./parents.ts#TerminalEdgeParent",
      AdditionalDataStructure: "../upstream/records.ts#StructureRecord",
      AdditionalDataItem: "../upstream/records.ts#ItemRecord",
      AdditionalDataField: "./parents.ts#AdditionalDataFieldParent",
    },
  },
});
writeFileSync(filename, text);
