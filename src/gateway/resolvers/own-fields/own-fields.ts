import {
  type ASTNode,
  type DefinitionNode,
  DirectiveLocation,
  type DocumentNode,
  type FieldDefinitionNode,
  GraphQLDeprecatedDirective,
  GraphQLDirective,
  GraphQLEnumType,
  GraphQLError,
  GraphQLFloat,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  getDirectiveValues,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  printSchema,
  type StringValueNode,
  specifiedDirectives,
} from "graphql";
import { validateSDL } from "../../../execution/graphql-js.ts";
import type { Subject } from "../../../registry-client/records.ts";
import type { DimensionInput } from "../../../search/dimension.ts";
import { maxIdentifierLength } from "../../../search/table/keys.ts";
import type { LinkSetting } from "../../../setting-parsers.ts";
import type { Link } from "../../list/records/names.ts";
import { toFieldName } from "../records/record-fields.ts";
import { maxFieldsPerType, maxFileBytes, toEnumValue } from "./names.ts";

/** The types of values, and what an entry of `additionalData` in a filter calls a comparison of each. */
const valueTypes = {
  String: "text",
  Float: "number",
  Boolean: "boolean",
  DateTime: "date",
  JSON: null,
} as const;

const linkTypes = { Tag: "tag", Terminal: "terminal" } as const;

export const comparisons = { ...valueTypes, ...linkTypes };

/** A field of a project's own: an identifier of the additional data with a name and a type. */
export type OwnField = {
  readonly name: string;
  readonly identifier: string;
  /** Its name among the fields to sort and count by; null if there is none. */
  readonly enumValue: string | null;
  readonly node: FieldDefinitionNode;
} & (
  | { readonly type: keyof typeof valueTypes; readonly link: null }
  | { readonly type: keyof typeof linkTypes; readonly link: Link }
);

export interface OwnType {
  readonly description: StringValueNode | null;
  readonly fields: ReadonlyMap<string, OwnField>;
  readonly byEnumValue: ReadonlyMap<string, OwnField>;
}

export type OwnFields = Readonly<Record<Subject, OwnType | undefined>>;

export const noOwnFields: OwnFields = { tag: undefined, terminal: undefined };

/**
 * What a field of an enum looks at, as the search engine names it. An own field is the additional
 * data of its identifier; with an identifier of its caller it is nothing that the engine knows.
 */
export function toDimension(
  { field, identifier }: DimensionInput,
  own: OwnType | undefined,
): DimensionInput {
  const ownField = own?.byEnumValue.get(field);
  return ownField === undefined || typeof identifier === "string"
    ? { field: toFieldName(field), identifier }
    : { field: "additionalData", identifier: ownField.identifier };
}

const item = new GraphQLDirective({
  name: "item",
  description: "The key in the additional data, and what of a record a value of it names.",
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    identifier: { type: GraphQLString, description: "By default the field's name." },
    names: {
      type: new GraphQLEnumType({
        name: "RecordName",
        description: "Only `Terminal` has `UUID` and `IMEI`.",
        values: { ID: { value: "id" }, UUID: { value: "uuid" }, IMEI: { value: "imei" } },
      }),
      defaultValue: "id",
    },
  },
});

/** SDL of the directive, for editors. The schema that is served does not have it. */
export const itemDirective = printSchema(new GraphQLSchema({ directives: [item] }));

const known = new GraphQLSchema({
  directives: [...specifiedDirectives, item],
  // Of the schema's own types, only the names matter here.
  types: [GraphQLFloat, ...["DateTime", "JSON", "Tag", "Terminal"].map(toScalar)],
});

function toScalar(name: string): GraphQLScalarType {
  return new GraphQLScalarType({ name });
}

const types = { TagData: "tag", TerminalData: "terminal" } as const;

const allowed = `Allowed are the types TagData and TerminalData, with fields of type ${Object.keys(comparisons).join(", ")}, each perhaps with @item(identifier: String, names: ID | UUID | IMEI) and @deprecated(reason: String).`;

/** A message of graphql-js may quote a whole text of the file. */
const maxMessageLength = 400;

/** The file cannot be used. The message is one line, with the place of the mistake. */
export class OwnFieldsError extends Error {
  override readonly name = "OwnFieldsError";
}

/**
 * Reads a file of own fields: SDL with the types `TagData` and `TerminalData`, or one of them.
 * @param name how messages name the file.
 * @throws OwnFieldsError for the first mistake.
 */
export function parseOwnFields(text: string, name: string): OwnFields {
  const sdl = text.replace(/^\uFEFF/, "");
  if (sdl.trim() === "") throw new OwnFieldsError(`${name}: it is empty. ${allowed}`);
  if (Buffer.byteLength(text) > maxFileBytes) {
    throw new OwnFieldsError(`${name}: it has more than ${maxFileBytes} bytes.`);
  }
  try {
    return readTypes(parse(sdl));
  } catch (error) {
    if (error instanceof RangeError) {
      throw new OwnFieldsError(`${name}: it nests deeper than the stack. ${allowed}`);
    }
    if (!(error instanceof GraphQLError)) throw error;
    const { line, column } = error.locations?.[0] ?? { line: 1, column: 1 };
    const message = error.message.slice(0, maxMessageLength).replaceAll(/[\p{C}\p{Z}]+/gu, " ");
    throw new OwnFieldsError(`${name}:${line}:${column}: ${message} ${allowed}`);
  }
}

function readTypes(document: DocumentNode): OwnFields {
  const nodes = document.definitions.map(checkType);
  const [mistake] = validateSDL(document, known);
  if (mistake !== undefined) throw mistake;
  const read = (type: keyof typeof types) => {
    const node = nodes.find(({ name }) => name.value === type);
    return node && readType(node);
  };
  return { tag: read("TagData"), terminal: read("TerminalData") };
}

function checkType(node: DefinitionNode): ObjectTypeDefinitionNode {
  const name = "name" in node ? node.name : undefined;
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION || !Object.hasOwn(types, node.name.value)) {
    throw mistakeAt(name ?? node, `${name?.value ?? "This"} is not allowed here.`);
  }
  const { fields = [], interfaces: [contract] = [] } = node;
  if (contract !== undefined) throw mistakeAt(contract, "Interfaces are not allowed here.");
  if (fields.length === 0) throw mistakeAt(node.name, `${node.name.value} has no fields.`);
  const excess = fields[maxFieldsPerType];
  if (excess === undefined) return node;
  throw mistakeAt(excess.name, `${node.name.value} has more than ${maxFieldsPerType} fields.`);
}

function mistakeAt(node: ASTNode, message: string): GraphQLError {
  return new GraphQLError(message, { nodes: node });
}

function readType({ description, fields: nodes = [] }: ObjectTypeDefinitionNode): OwnType {
  const fields = new Map<string, OwnField>();
  const byEnumValue = new Map<string, OwnField>();
  const byLink = new Map<string, OwnField>();
  for (const node of nodes) {
    const field = readField(node);
    const { name, identifier, enumValue, link } = field;
    fields.set(name, field);
    if (enumValue !== null) {
      const other = byEnumValue.get(enumValue);
      if (other !== undefined) {
        throw mistakeAt(node.name, `${other.name} and ${name} would both be ${enumValue}.`);
      }
      byEnumValue.set(enumValue, field);
    }
    if (link !== null) {
      const other = byLink.get(identifier) ?? field;
      if (other.link !== null && toTarget(other.link) !== toTarget(link)) {
        const targets = `${toTarget(other.link)} and ${toTarget(link)}`;
        const both = `${other.name} and ${name} have one identifier`;
        throw mistakeAt(node.name, `${both}, which cannot name both ${targets}.`);
      }
      byLink.set(identifier, field);
    }
  }
  return { description: description ?? null, fields, byEnumValue };
}

export function linksOf(own: OwnFields): readonly (LinkSetting & { readonly name: string })[] {
  return (["tag", "terminal"] as const).flatMap((subject) =>
    [...(own[subject]?.fields.values() ?? [])].flatMap(({ name, identifier, link }) => {
      if (link === null) return [];
      return [{ subject, name, identifier, target: toTarget(link) }];
    }),
  );
}

/** As `ADDITIONAL_DATA_LINKS` names it. */
export function toTarget({ target, field }: Link): LinkSetting["target"] {
  return `${target}.${field}` as LinkSetting["target"];
}

function readField(definition: FieldDefinitionNode): OwnField {
  const { name: nameNode, type: typeNode, directives = [] } = definition;
  const [argument] = definition.arguments ?? [];
  const name = nameNode.value;
  const type = print(typeNode);
  if (name.startsWith("__")) throw mistakeAt(nameNode, `${name} is reserved.`);
  if (!isOwnType(type)) throw mistakeAt(typeNode, `The type ${type} is not allowed here.`);
  if (argument !== undefined) throw mistakeAt(argument, `${name} takes no arguments.`);
  const { identifier, field } = readItem(definition, type);
  const node = { ...definition, directives: directives.filter((one) => one.name.value !== "item") };
  if (type === "Tag" || type === "Terminal") {
    const link = { target: linkTypes[type], field };
    return { name, identifier, type, link, enumValue: null, node };
  }
  const enumValue = type === "JSON" ? null : toEnumValue(name);
  return { name, identifier, type, link: null, enumValue, node };
}

function isOwnType(type: string): type is OwnField["type"] {
  return Object.hasOwn(comparisons, type);
}

function readItem(
  node: FieldDefinitionNode,
  type: OwnField["type"],
): { readonly identifier: string; readonly field: Link["field"] } {
  const [given = {}] = [item, GraphQLDeprecatedDirective].map((directive) =>
    getDirectiveValues(directive, node),
  );
  const identifier: unknown = given["identifier"] ?? node.name.value;
  const field: unknown = given["names"] ?? "id";
  if (typeof identifier !== "string" || !fits(identifier)) {
    throw mistakeAt(node, `An identifier has from 1 to ${maxIdentifierLength} characters.`);
  }
  const isOfTerminal = field === "uuid" || field === "imei";
  if (isOfTerminal && type !== "Terminal") {
    throw mistakeAt(node, `Values of type ${type} cannot name a record by its ${field}.`);
  }
  return { identifier, field: isOfTerminal ? field : "id" };
}

function fits({ length }: string): boolean {
  return length > 0 && length <= maxIdentifierLength;
}
