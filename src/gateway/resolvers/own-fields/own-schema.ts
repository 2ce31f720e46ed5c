import { type ASTNode, Kind, type NamedTypeNode, print } from "graphql";
import type { OwnField, OwnFields, OwnType } from "./own-fields.ts";

const filterTypes = {
  String: "TextFilter",
  Float: "NumberFilter",
  Boolean: "BooleanFilter",
  DateTime: "DateTimeFilter",
  JSON: null,
  Tag: "TagFilter",
  Terminal: "TerminalFilter",
} as const;

/** What own fields add to the schema: SDL of definitions and extensions. */
export function printOwnSchema({ tag, terminal }: OwnFields): string {
  return [tag && printType("Tag", tag), terminal && printType("Terminal", terminal)].join("\n");
}

function printType(type: "Tag" | "Terminal", { description, fields }: OwnType): string {
  const of = type.toLowerCase();
  const all = [...fields.values()];
  const filters = all.flatMap(toFilter).map(print);
  const values = all.flatMap(toEnumValue).map(print);
  return `
    ${description === null ? `"A ${of}'s additional data, as the project's own fields."` : print(description)}
    type ${type}Data {
      ${all.map(({ node }) => print(node)).join("\n")}
    }

    extend type ${type} {
      "The additional data as the project's own fields. They come with the ${of}: only a tag or a terminal that a field names is loaded, with all others of the request."
      data: ${type}Data @semanticNonNull
    }
    ${unlessEmpty(
      filters,
      (members) => `
    "Conditions on the project's own fields. All must match."
    input ${type}DataFilter {
      ${members}
    }

    extend input ${type}Filter {
      "Conditions on the project's own fields: each is one of \`additionalData\` on the field's identifier. All must match."
      data: ${type}DataFilter
    }`,
    )}
    ${unlessEmpty(
      values,
      (members) => `
    extend enum ${type}OrderField {
      ${members}
    }

    extend enum ${type}FacetField {
      ${members}
    }`,
    )}`;
}

function unlessEmpty(members: readonly string[], format: (text: string) => string): string {
  return members.length === 0 ? "" : format(members.join("\n"));
}

function toFilter({ node, type }: OwnField): readonly ASTNode[] {
  const filterType = filterTypes[type];
  if (filterType === null) return [];
  const named: NamedTypeNode = {
    kind: Kind.NAMED_TYPE,
    name: { kind: Kind.NAME, value: filterType },
  };
  return [{ ...node, kind: Kind.INPUT_VALUE_DEFINITION, type: named }];
}

function toEnumValue({ node, enumValue }: OwnField): readonly ASTNode[] {
  if (enumValue === null) return [];
  const name = { kind: Kind.NAME, value: enumValue } as const;
  return [{ ...node, kind: Kind.ENUM_VALUE_DEFINITION, name }];
}
