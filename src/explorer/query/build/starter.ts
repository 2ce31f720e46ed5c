import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from "graphql";

export function starterSelection(field: GraphQLField<unknown, unknown>, indent: string): string {
  const required = field.args.filter(isRequiredArgument);
  const values = required.map((argument) => `${argument.name}: ${starterValue(argument.type)}`);
  const given = values.length === 0 ? "" : `(${values.join(", ")})`;
  return given + starterFields(field.type, indent);
}

export function starterValue(type: GraphQLInputType): string {
  if (isNonNullType(type)) return starterValue(type.ofType);
  if (isListType(type)) return "[]";
  if (isInputObjectType(type)) return starterObject(type);
  if (isEnumType(type)) return starterEnum(type);
  switch (type.name) {
    case "Int":
    case "Float":
      return "0";
    case "Boolean":
      return "false";
    default:
      return '""';
  }
}

function starterObject(type: GraphQLInputObjectType): string {
  const required = Object.values(type.getFields()).filter(isRequiredInputField);
  const fields = required.map((field) => `${field.name}: ${starterValue(field.type)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

/** `NAME` if there is one: the first field to order by, `RELEVANCE`, needs a search. */
function starterEnum(type: GraphQLEnumType): string {
  const [first] = type.getValues();
  return (type.getValue("NAME") ?? first)?.name ?? "null";
}

const preferredFields = ["name", "identifier", "hasNextPage", "projectId", "id"];

export function starterFields(type: GraphQLOutputType, indent: string): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return "";
  if (!isObjectType(named) && !isInterfaceType(named)) return " { __typename }";
  const fields = named.getFields();
  const nodes = fields["nodes"];
  const inner = `${indent}  `;
  if (nodes) return ` {\n${inner}nodes${starterFields(nodes.type, inner)}\n${indent}}`;
  const leaves = Object.values(fields)
    .filter((field) => isLeafType(getNamedType(field.type)))
    .map(({ name }) => name);
  const preferred = preferredFields.find((candidate) => leaves.includes(candidate));
  const name = preferred ?? leaves[0] ?? "__typename";
  return ` {\n${inner}${name}\n${indent}}`;
}
