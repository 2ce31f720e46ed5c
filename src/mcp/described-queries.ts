import type { Address, Parameter } from "../gateway/http/addresses/address.ts";
import type { InputSchema } from "../gateway/http/addresses/json-schema.ts";
import type { FlatMember, FlatSchema, FlatType } from "./flat-schema.ts";

const maxVariables = 8;

/** The arguments of a tool that runs a query, or why it cannot be one. */
export function toInputSchema({ parameters }: Address): FlatSchema | string {
  if (parameters.length > maxVariables) return `it has more than ${maxVariables} variables`;
  const properties: [string, FlatMember][] = [];
  for (const parameter of parameters) {
    const member = toMember(parameter);
    if (member === null)
      return `its variable $${parameter.name} is no scalar, enum or list of them`;
    properties.push([parameter.name, member]);
  }
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function toMember({ type, schema, description, defaultValue }: Parameter): FlatMember | null {
  const flat = toFlat(schema);
  return (
    flat && {
      ...flat,
      description: description ?? `Of the GraphQL type ${type}`,
      ...(defaultValue !== undefined && { default: defaultValue }),
    }
  );
}

function toFlat({ type, items, ...others }: InputSchema): FlatType | null {
  if (type === undefined || type === "object") return null;
  if (items === undefined) return { type, ...others };
  const flat = toFlat(items);
  return flat && { type, items: flat };
}
