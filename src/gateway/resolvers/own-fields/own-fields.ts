import {
  type ConstDirectiveNode,
  type ConstValueNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  GraphQLDeprecatedDirective,
  GraphQLError,
  getLocation,
  Kind,
  type Location,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  Source,
  type StringValueNode,
} from "graphql";
import type { Subject } from "../../../registry-client/records.ts";
import type { DimensionInput } from "../../../search/dimension.ts";
import { maxIdentifierLength } from "../../../search/table/keys.ts";
import type { Link } from "../../list/records/names.ts";
import { toFieldName } from "../records/record-fields.ts";

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
  /** Its definition, as the schema has it. */
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

/** The own fields of each kind of record; undefined if it has none. */
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

/** In bytes. */
export const maxFileBytes = 1024 * 1024;
export const maxFields = 500;

/** The file cannot be used. The message is one line with the place of the mistake. */
export class OwnFieldsError extends Error {
  override readonly name = "OwnFieldsError";
}

const subjects = new Map<string, Subject>([
  ["TagData", "tag"],
  ["TerminalData", "terminal"],
]);

/** The directive of the file. The schema that is served does not have it. */
export const itemDirective = `"The key in the additional data, by default the field's name, and what values of type Tag and Terminal name."
directive @item(identifier: String, names: RecordName = ID) on FIELD_DEFINITION

"\`UUID\` and \`IMEI\` are for terminals."
enum RecordName {
  ID
  UUID
  IMEI
}`;

/**
 * Reads a file of own fields: SDL with the types `TagData` and `TerminalData`, or one of them.
 * @param name how messages name the file.
 * @throws OwnFieldsError for the first mistake.
 */
export function parseOwnFields(text: string, name: string): OwnFields {
  const sdl = text.replace(/^\uFEFF/, "");
  if (sdl.trim() === "")
    throw new OwnFieldsError(`${name}: it is empty; expected ${expectedTypes}`);
  if (Buffer.byteLength(sdl) > maxFileBytes) {
    throw new OwnFieldsError(`${name}: it has more than ${maxFileBytes} bytes`);
  }
  const source = new Source(sdl, name);
  const read: Record<Subject, OwnType | undefined> = { ...noOwnFields };
  try {
    for (const definition of parseDefinitions(source)) {
      const node = checkType(definition);
      const subject = subjects.get(node.name.value) ?? "tag";
      if (read[subject]) throw new Mistake(`${node.name.value} occurs twice`, node.name);
      read[subject] = readType(node);
    }
  } catch (error) {
    if (error instanceof Mistake) throw new OwnFieldsError(error.in(source));
    throw error;
  }
  return read;
}

const expectedTypes = "type TagData or type TerminalData, with fields";

const expectedField =
  "a name and one of String, Float, Boolean, DateTime, JSON, Tag, Terminal, with neither arguments nor exclamation mark";

const expectedItem = "@item(identifier: String, names: ID | UUID | IMEI)";

/** A mistake may quote a whole text of the file. */
const maxMessageLength = 400;

type Located = { readonly loc?: Location | undefined };

class Mistake extends Error {
  readonly #start: number;

  constructor(message: string, { loc }: Located) {
    super(message);
    this.#start = loc?.start ?? 0;
  }

  in(source: Source): string {
    const { line, column } = getLocation(source, this.#start);
    const message = this.message.replaceAll(/[\p{C}\p{Z}]+/gu, " ");
    return `${source.name}:${line}:${column}: ${message.slice(0, maxMessageLength)}`;
  }
}

function parseDefinitions(source: Source): readonly DefinitionNode[] {
  try {
    return parse(source).definitions;
  } catch (error) {
    if (error instanceof GraphQLError) {
      const [start = 0] = error.positions ?? [];
      const loc = { start } as Location;
      throw new Mistake(`${error.message} Expected ${expectedTypes}`, { loc });
    }
    // What nests deeper than the stack.
    if (error instanceof RangeError) throw new Mistake(`expected ${expectedTypes}`, {});
    throw error;
  }
}

function checkType(node: DefinitionNode): ObjectTypeDefinitionNode {
  const name = "name" in node ? node.name : undefined;
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION || !subjects.has(node.name.value)) {
    const found = name === undefined ? "this" : name.value;
    throw new Mistake(`${found} is not allowed here; expected ${expectedTypes}`, name ?? node);
  }
  const extra = node.interfaces?.[0] ?? node.directives?.[0];
  if (extra !== undefined) {
    throw new Mistake(`${extra.name.value} is not allowed here; expected ${expectedTypes}`, extra);
  }
  const { fields = [] } = node;
  if (fields.length === 0) {
    throw new Mistake(`${node.name.value} has no fields; expected ${expectedTypes}`, node.name);
  }
  const tooMany = fields[maxFields];
  if (tooMany !== undefined) {
    const count = fields.length;
    throw new Mistake(`${node.name.value} has ${count} fields; at most ${maxFields}`, tooMany.name);
  }
  return node;
}

function readType(node: ObjectTypeDefinitionNode): OwnType {
  const fields = new Map<string, OwnField>();
  const byEnumValue = new Map<string, OwnField>();
  const byLink = new Map<string, OwnField>();
  for (const definition of node.fields ?? []) {
    const field = readField(definition);
    const { name, enumValue, link, identifier } = field;
    if (fields.has(name)) throw new Mistake(`${name} occurs twice`, definition.name);
    const sameValue = enumValue === null ? undefined : byEnumValue.get(enumValue);
    if (sameValue !== undefined) {
      const both = `${name} and ${sameValue.name} are both ${enumValue} in orders and facets`;
      throw new Mistake(`${both}; expected another name`, definition.name);
    }
    const sameLink = link === null ? undefined : byLink.get(identifier);
    if (sameLink !== undefined && describeLink(sameLink.link) !== describeLink(link)) {
      const both = `${name} and ${sameLink.name} have the identifier ${JSON.stringify(identifier)}`;
      const targets = `${describeLink(link)} and ${describeLink(sameLink.link)}`;
      throw new Mistake(`${both}, but name ${targets}; expected one target`, definition.name);
    }
    fields.set(name, field);
    if (enumValue !== null) byEnumValue.set(enumValue, field);
    if (link !== null) byLink.set(identifier, field);
  }
  return { description: node.description ?? null, fields, byEnumValue };
}

/** As `ADDITIONAL_DATA_LINKS` names it. */
export function describeLink(link: Link | null): string {
  return link === null ? "nothing" : `${link.target}.${link.field}`;
}

function readField(definition: FieldDefinitionNode): OwnField {
  const { name: nameNode, type: typeNode, arguments: args = [], directives = [] } = definition;
  const name = nameNode.value;
  if (name.startsWith("__")) {
    throw new Mistake(`${name} is reserved; expected a name that does not begin with __`, nameNode);
  }
  const type = typeNode.kind === Kind.NAMED_TYPE ? typeNode.name.value : "";
  if (!isOwnType(type)) {
    throw new Mistake(
      `${name}: ${print(typeNode)} is no type here; expected ${expectedField}`,
      typeNode,
    );
  }
  const [argument] = args;
  if (argument !== undefined) {
    throw new Mistake(`${name} takes no arguments; expected ${expectedField}`, argument);
  }
  const { item, deprecated } = readDirectives(name, directives);
  const { identifier = name, names } = readItem(name, type, item);
  const node = { ...definition, directives: deprecated === undefined ? [] : [deprecated] };
  if (type === "Tag" || type === "Terminal") {
    const link = { target: linkTypes[type], field: names };
    return { name, identifier, type, link, enumValue: null, node };
  }
  const enumValue = type === "JSON" ? null : `DATA_${toUpperSnakeCase(name)}`;
  return { name, identifier, type, link: null, enumValue, node };
}

function isOwnType(type: string): type is OwnField["type"] {
  return Object.hasOwn(comparisons, type);
}

function toUpperSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toUpperCase();
}

function readDirectives(field: string, directives: readonly ConstDirectiveNode[]) {
  const found = new Map<string, ConstDirectiveNode>();
  for (const directive of directives) {
    const name = directive.name.value;
    if (name !== "item" && name !== GraphQLDeprecatedDirective.name) {
      const expected = `${expectedItem} or @deprecated(reason: String)`;
      throw new Mistake(`${field}: @${name} is not allowed; expected ${expected}`, directive);
    }
    if (found.has(name)) throw new Mistake(`${field}: @${name} occurs twice`, directive);
    found.set(name, directive);
  }
  const deprecated = found.get(GraphQLDeprecatedDirective.name);
  if (deprecated) {
    const expected = "@deprecated(reason: String)";
    const { reason } = readArguments(field, deprecated, ["reason"], expected);
    if (reason !== undefined && reason.kind !== Kind.STRING) {
      throw new Mistake(`${field}: the reason is no text; expected ${expected}`, reason);
    }
  }
  return { item: found.get("item"), deprecated };
}

function readItem(
  field: string,
  type: OwnField["type"],
  item: ConstDirectiveNode | undefined,
): { readonly identifier?: string; readonly names: Link["field"] } {
  if (item === undefined) return { names: "id" };
  const { identifier, names } = readArguments(field, item, ["identifier", "names"], expectedItem);
  const allowed = type === "Terminal" ? ["ID", "UUID", "IMEI"] : type === "Tag" ? ["ID"] : [];
  if (names && !(names.kind === Kind.ENUM && allowed.includes(names.value))) {
    const expected = allowed.length === 0 ? "no names" : `names: ${allowed.join(" | ")}`;
    throw new Mistake(`${field}: expected ${expected} for the type ${type}`, names);
  }
  if (identifier && !(identifier.kind === Kind.STRING && fits(identifier.value))) {
    const expected = `a text of 1 to ${maxIdentifierLength} characters`;
    throw new Mistake(`${field}: the identifier is wrong; expected ${expected}`, identifier);
  }
  const name = names?.kind === Kind.ENUM ? names.value : "ID";
  return {
    ...(identifier?.kind === Kind.STRING && { identifier: identifier.value }),
    names: name === "UUID" ? "uuid" : name === "IMEI" ? "imei" : "id",
  };
}

function fits({ length }: string): boolean {
  return length > 0 && length <= maxIdentifierLength;
}

function readArguments(
  field: string,
  { name, arguments: args = [] }: ConstDirectiveNode,
  allowed: readonly string[],
  expected: string,
): Readonly<Record<string, ConstValueNode | undefined>> {
  const read: Record<string, ConstValueNode> = {};
  for (const argument of args) {
    const { value: key } = argument.name;
    if (!allowed.includes(key) || Object.hasOwn(read, key)) {
      throw new Mistake(
        `${field}: @${name.value} has no ${key} here; expected ${expected}`,
        argument,
      );
    }
    read[key] = argument.value;
  }
  return read;
}
