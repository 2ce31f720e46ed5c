import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
  Kind,
  parse,
  print,
  printType,
} from "graphql";

interface SchemaPart {
  readonly name: string;
  readonly searched: string;
  readonly text: string;
}

/**
 * Finds the parts of a schema that have most of some words in their names and descriptions, as many
 * as fit into some bytes of SDL.
 */
export function createSchemaSearch(
  schema: GraphQLSchema,
): (words: string, maxBytes: number) => string {
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
  const parts = types.flatMap(toParts);
  return (text, maxBytes) => {
    const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    const ranked = parts
      .map((part) => ({ ...part, rank: rankOf(part, words) }))
      .filter(({ rank }) => rank > 0)
      .sort((one, other) => other.rank - one.rank || one.text.length - other.text.length);
    let found = "";
    for (const { text: part } of ranked) {
      const longer = found === "" ? part : `${found}\n\n${part}`;
      if (Buffer.byteLength(longer) <= maxBytes) found = longer;
    }
    return found;
  };
}

function rankOf({ name, searched }: SchemaPart, words: readonly string[]): number {
  const inName = words.filter((word) => name.includes(word)).length;
  return 3 * inName + words.filter((word) => searched.includes(word)).length;
}

function toParts(type: GraphQLNamedType): readonly SchemaPart[] {
  const whole = toPart(type.name, printType(type));
  const [node] = parse(whole.text).definitions;
  if (!isObjectType(type) || node?.kind !== Kind.OBJECT_TYPE_DEFINITION) return [whole];
  const fields = (node.fields ?? []).map((field) => {
    const alone = { kind: node.kind, name: node.name, fields: [field] } as const;
    return toPart(`${type.name} ${field.name.value}`, print(alone));
  });
  return [whole, ...fields];
}

function toPart(name: string, text: string): SchemaPart {
  return { name: name.toLowerCase(), searched: text.toLowerCase(), text };
}
