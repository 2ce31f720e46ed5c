import {
  DecodeError,
  decodeOptional,
  type JsonObject,
} from "../../../registry-client/json-values.ts";
import type { RegistryRecord } from "../../../registry-client/records.ts";
import { loadTagNamed, loadTerminalNamed, readPart } from "../additional-data.ts";
import type { GatewayContext } from "../request/context.ts";
import { typedValues } from "../values/typed-values.ts";
import type { OwnField, OwnFields, OwnType } from "./own-fields.ts";

interface Parent {
  readonly record: RegistryRecord;
  readonly data: JsonObject;
}

type Resolver = (parent: Parent, args: unknown, context: GatewayContext) => unknown;

export function createOwnResolvers({ tag, terminal }: OwnFields) {
  return {
    ...(tag && { Tag: { data: readData }, TagData: createResolvers(tag) }),
    ...(terminal && { Terminal: { data: readData }, TerminalData: createResolvers(terminal) }),
  };
}

function readData(record: RegistryRecord): Parent {
  return { record, data: readPart(record, null) ?? {} };
}

function createResolvers({ fields }: OwnType): Readonly<Record<string, Resolver>> {
  return Object.fromEntries(
    [...fields.values()].map((field) => [field.name, createResolver(field)]),
  );
}

function createResolver({ identifier, type, link }: OwnField): Resolver {
  const read = ({ data }: Parent) => (Object.hasOwn(data, identifier) ? data[identifier] : null);
  if (link !== null) {
    const load = link.target === "tag" ? loadTagNamed : loadTerminalNamed;
    return (parent, _, context) => load(link, read(parent), context);
  }
  const decode: (value: unknown) => unknown = decoders[type];
  return (parent) => decodeOptional(parent.record, identifier, read(parent), decode);
}

const decoders = {
  JSON: (value: unknown) => value,
  String: createDecoder(typedValues.text, "a text, a number or a boolean"),
  Float: createDecoder(typedValues.number, "a number", isBlank),
  Boolean: createDecoder(typedValues.boolean, "a boolean", isBlank),
  DateTime: createDecoder(typedValues.date, "a date", isBlank),
};

/**
 * Reads values as filters do.
 * @param isNothing whether a value that cannot be read stands for none. @default none does
 */
function createDecoder<T>(
  read: (parent: { readonly value: unknown }) => T | null,
  expected: string,
  isNothing: (value: unknown) => boolean = () => false,
): (value: unknown) => T | null {
  return (value) => {
    if (value === null || value === undefined) return null;
    const decoded = read({ value });
    if (decoded === null && !isNothing(value)) throw new DecodeError(`expected ${expected}`);
    return decoded;
  };
}

/** Forms leave it behind. */
function isBlank(value: unknown): boolean {
  return typeof value === "string" && value.trim() === "";
}
