import {
  GraphQLEnumType,
  type GraphQLNamedType,
  GraphQLScalarType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
} from "graphql";
import { expect, test } from "vitest";
import { createSchema } from "../../src/gateway/resolvers/schema.ts";
import { describeList } from "../../src/gateway/resolvers/search/list-descriptions.ts";
import { parseFilter } from "../../src/search/filter/filter.ts";

const schema = createSchema({ federation: true });
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith("__") && !isSpecifiedScalarType(type),
);

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

function listParts(type: GraphQLNamedType): readonly (readonly [string, Described])[] {
  const own = [[type.name, type]] as const;
  if (type instanceof GraphQLEnumType) {
    return [
      ...own,
      ...type.getValues().map((value) => [`${type.name}.${value.name}`, value] as const),
    ];
  }
  if (isInputObjectType(type)) {
    const inputs = Object.values(type.getFields());
    return [...own, ...inputs.map((field) => [`${type.name}.${field.name}`, field] as const)];
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return own;
  const fields = Object.values(type.getFields()).flatMap((field) => [
    [`${type.name}.${field.name}`, field] as const,
    ...field.args.map((arg) => [`${type.name}.${field.name}.${arg.name}`, arg] as const),
  ]);
  return [...own, ...fields];
}

test("every type, field, argument, enum value and directive is described in whole sentences", () => {
  const directives = schema
    .getDirectives()
    .filter((directive) => !isSpecifiedDirective(directive))
    .flatMap((directive) => [
      [`@${directive.name}`, directive] as const,
      ...directive.args.map((arg) => [`@${directive.name}.${arg.name}`, arg] as const),
    ]);
  const parts = [...types.flatMap(listParts), ...directives];
  expect(parts.length).toBeGreaterThan(220);
  const bad = parts.filter(([, { description }]) => !/^[A-Z`].*[.]$/s.test(description ?? ""));
  expect(bad.map(([path]) => path)).toEqual([]);
});

test("every scalar of the schema's own links to its specification", () => {
  const scalars = types.filter(
    (type) => type instanceof GraphQLScalarType && !/^(_|federation__|link__)/.test(type.name),
  );
  expect(scalars.map(({ name }) => name).sort()).toEqual([
    "DateTime",
    "JSON",
    "JSONObject",
    "SafeInt",
  ]);
  for (const scalar of scalars)
    expect(scalar).toHaveProperty("specifiedByURL", expect.stringMatching(/^https:/));
});

test("a value that the registry's documentation promises is null only with an error", () => {
  const promised = types
    .filter((type) => isObjectType(type))
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ astNode }) =>
          astNode?.directives?.some(({ name }) => name.value === "semanticNonNull"),
        )
        .map(({ name }) => `${type.name}.${name}`),
    );
  const record = ["name", "projectId", "isActive", "addedWhen", "lastUpdate"];
  const connection = ["nodes", "totalCount"];
  expect(promised.sort()).toEqual(
    [
      ...["type", ...record].map((field) => `Tag.${field}`),
      ...["uuid", "canInsertChip", "canChangeChip", ...record].map((field) => `Terminal.${field}`),
      ...["items", "lastUpdate", "jsonSchema"].map((field) => `AdditionalDataStructure.${field}`),
      ...["rawType", "name", "identifier", "setViaApp"].map((it) => `AdditionalDataItem.${it}`),
      ...connection.flatMap((field) => [`TagConnection.${field}`, `TerminalConnection.${field}`]),
      ...["TagEdge.node", "TerminalEdge.node", "Project.tags", "Project.terminals"],
      ...["Query.tags", "Query.terminals"],
      ...["Tag", "Terminal"].flatMap((type) => [`${type}.linkedTags`, `${type}.linkedTerminals`]),
    ].sort(),
  );
});

test.each([
  ["text", "TextFilter"],
  ["number", "NumberFilter"],
  ["boolean", "BooleanFilter"],
  ["date", "DateTimeFilter"],
])("the search engine has each comparison of %s in the schema, and no other", (kind, name) => {
  const type = schema.getType(name);
  const members = isInputObjectType(type) ? Object.keys(type.getFields()) : [];
  // The engine knows no time: `within` comes to it as `gte` and `lt`.
  const comparisons = members.filter((member) => member !== "within");
  const filter = { additionalData: [{ identifier: "x", [kind]: { unheardOf: 1 } }] };
  const all = new RegExp(`one of ${comparisons.join(", ")}\\W*$`);
  expect(() => parseFilter(describeList("tag", "s"), filter)).toThrow(all);
});
