import {
  type DocumentedField,
  decoders,
  documentedFields,
  type FieldKind,
} from "../../../registry-client/documented-fields.ts";
import { decodeOptional, decodePromised } from "../../../registry-client/json-values.ts";
import type { RegistryRecord } from "../../../registry-client/records.ts";
import type { GatewayContext } from "../request/context.ts";
import { readTime, readTimestamp } from "../values/date-time.ts";
import { timeNames, toFieldName } from "./record-fields.ts";

type Fields = Readonly<Record<string, DocumentedField>>;

type Resolver<Value> = (record: RegistryRecord, args: unknown, context: GatewayContext) => Value;

type Values = {
  readonly [Kind in FieldKind]: Kind extends "timestamp"
    ? number
    : NonNullable<ReturnType<(typeof decoders)[Kind]>>;
};

type ValueOf<Field extends DocumentedField> =
  | Values[Field["kind"]]
  | (Field["presence"] extends "promised" ? never : null);

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type ResolversOf<All extends Fields> = {
  readonly [Name in keyof All & string as CamelCase<Name>]: Resolver<ValueOf<All[Name]>>;
} & { readonly [Name in (typeof timeNames)[keyof typeof timeNames]]: Resolver<string | null> };

export const tagFields = createResolvers(documentedFields.tag);

export const terminalFields = createResolvers(documentedFields.terminal);

function createResolvers<All extends Fields>(fields: All): ResolversOf<All> {
  const resolvers: Record<string, Resolver<unknown>> = {};
  for (const [name, field] of Object.entries(fields)) {
    resolvers[toFieldName(name)] = createResolver(name, field);
  }
  for (const [name, time] of Object.entries(timeNames)) {
    const field = fields[name];
    if (field !== undefined) resolvers[time] = createTimeResolver(name, field);
  }
  // The compiler cannot see that these are the names and values of the type.
  return resolvers as ResolversOf<All>;
}

function createResolver(
  name: string,
  { kind, presence, read }: DocumentedField,
): Resolver<unknown> {
  if (kind === "timestamp") {
    return (record, _, { settings }) =>
      readTimestamp(record, name, read(record.fields), settings.REGISTRY_TIMESTAMP_UNIT);
  }
  const decode: (value: unknown) => unknown = decoders[kind];
  return presence === "promised"
    ? (record) => decodePromised(record, name, read(record.fields), decode)
    : (record) => decodeOptional(record, name, read(record.fields), decode);
}

function createTimeResolver(name: string, { read }: DocumentedField): Resolver<string | null> {
  return (record, _, { settings }) =>
    readTime(record, name, read(record.fields), settings.REGISTRY_TIMESTAMP_UNIT);
}
