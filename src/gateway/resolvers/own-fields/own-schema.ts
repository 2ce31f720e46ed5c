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

export function printOwnSchema({ tag, terminal }: OwnFields): string {
  return [tag && printType("Tag", tag), terminal && printType("Terminal", terminal)].join("\n");
}

function printType(type: "Tag" | "Terminal", { description, fields }: OwnType): string {
  const of = type.toLowerCase();
  const own = [...fields.values()];
  const described = description ? print(description) : `"The project's own fields of a ${of}."`;
  const filters = own.flatMap(toFilter);
  const values = own.flatMap(toEnumValue);
  return [
    block(
      `${described} type ${type}Data`,
      own.map(({ node }) => node),
    ),
    `extend type ${type} {
      "The additional data as the project's own fields. They come with the ${of}: only a tag or a terminal that a field names is loaded, with all others of the request."
      data: ${type}Data @semanticNonNull
    }`,
    block(
      `"Conditions on the project's own fields. All must match." input ${type}DataFilter`,
      filters,
    ),
    filters.length === 0
      ? ""
      : `extend input ${type}Filter {
      "Conditions on the project's own fields: each is one of \`additionalData\` on the field's identifier. All must match."
      data: ${type}DataFilter
    }`,
    block(`extend enum ${type}OrderField`, values),
    block(`extend enum ${type}FacetField`, values),
  ].join("\n");
}

/** Nothing if it would have no members. */
function block(head: string, members: readonly ASTNode[]): string {
  return members.length === 0 ? "" : `${head} { ${members.map(print).join("\n")} }`;
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
