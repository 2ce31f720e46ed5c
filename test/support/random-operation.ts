import fc from "fast-check";
import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
} from "graphql";

/** An operation with the values of its variables. */
export interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Values for the arguments of the schema, good ones and bad ones. */
export interface Values {
  readonly ids: readonly string[];
  readonly cursors: readonly string[];
}

/** Random operations over a schema: fields, aliases, arguments, variables, fragments and directives, mostly valid. */
export function operations(schema: GraphQLSchema, values: Values): fc.Arbitrary<Operation> {
  return fc.integer().map((seed) => new Writer(schema, values, createRandom(seed)).operation());
}

const deepest = 5;

/** Numbers from 0 up to 1 by mulberry32: fast-check's own doubles are mostly tiny ones. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Writer {
  readonly #schema: GraphQLSchema;
  readonly #values: Values;
  readonly #random: () => number;
  readonly #variables = new Map<string, { readonly type: string; readonly value: unknown }>();
  readonly #fragments: string[] = [];
  #names = 0;

  constructor(schema: GraphQLSchema, values: Values, random: () => number) {
    this.#schema = schema;
    this.#values = values;
    this.#random = random;
  }

  operation(): Operation {
    const query = this.#schema.getQueryType();
    const body = query ? this.#selection(query, 0) : "";
    const declared = [...this.#variables].map(([name, { type }]) => `$${name}: ${type}`);
    const head =
      declared.length > 0 ? `query Q(${declared.join(", ")})` : this.#pick(["", "query Q"]);
    const variables = [...this.#variables].map(([name, { value }]) => [name, value]);
    return {
      query: [`${head} ${body}`, ...this.#fragments].join("\n"),
      variables: Object.fromEntries(variables),
    };
  }

  #selection(type: GraphQLOutputType, depth: number): string {
    const named = getNamedType(type);
    if (!isObjectType(named) && !isInterfaceType(named)) return "";
    const fields = Object.values(named.getFields()).filter(
      (field) => depth < deepest || !isCompositeType(getNamedType(field.type)),
    );
    const chosen = Array.from({ length: 1 + this.#below(4) }, () => this.#pick(fields));
    const parts = chosen
      .filter((field) => field !== undefined)
      .map((field) => this.#wrap(named.name, this.#field(field, depth)));
    if (isInterfaceType(named) && this.#chance(0.6)) {
      const type = this.#pick(this.#schema.getPossibleTypes(named));
      if (type) parts.push(`... on ${type.name} ${this.#selection(type, depth + 1)}`);
    }
    return `{ ${parts.length > 0 ? parts.join(" ") : "__typename"} }`;
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const given = field.args
      .filter(({ type }) => String(type).endsWith("!") || this.#chance(0.3))
      .map(({ name, type }) => `${name}: ${this.#argument(name, String(type))}`);
    const text = given.length > 0 ? `(${given.join(", ")})` : "";
    this.#names += 1;
    return `f${this.#names}: ${field.name}${text}${this.#directive()} ${this.#selection(field.type, depth + 1)}`;
  }

  /** The field alone, or in a fragment. */
  #wrap(type: string, field: string): string {
    if (this.#chance(0.85)) return field;
    if (this.#chance(0.5))
      return `...${this.#pick(["", ` on ${type}`])}${this.#directive()} { ${field} }`;
    const name = `F${this.#fragments.length}`;
    this.#fragments.push(`fragment ${name} on ${type} { ${field} }`);
    return `...${name}${this.#directive()}`;
  }

  #directive(): string {
    if (this.#chance(0.92)) return "";
    const condition = this.#chance(0.5)
      ? this.#pick(["true", "false"])
      : this.#variable("Boolean!", this.#chance(0.5));
    return ` @${this.#pick(["skip", "include"])}(if: ${condition})`;
  }

  #argument(name: string, type: string): string {
    const value = this.#value(name);
    if (this.#chance(0.4)) return this.#variable(type, value);
    return name === "of" ? String(value) : JSON.stringify(value);
  }

  #value(name: string): unknown {
    switch (name) {
      case "first":
      case "last":
        return this.#pick([0, 1, 3, 20, 101, null, -1, 5000]);
      case "after":
      case "before":
        return this.#pick([...this.#values.cursors, null, "nonsense"]);
      case "id":
        return this.#pick([...this.#values.ids, 5, ".", "unknown"]);
      case "ids":
        return Array.from({ length: this.#below(4) }, () => this.#pick(this.#values.ids));
      case "identifier":
        return this.#pick(["terminal_id", "note", "__proto__", ""]);
      case "of":
        return this.#pick(["TAG", "TERMINAL"]);
      default:
        throw new Error(`no values for the argument ${name}`);
    }
  }

  #variable(type: string, value: unknown): string {
    const name = `v${this.#variables.size}`;
    this.#variables.set(name, { type, value: this.#chance(0.03) ? { wrong: true } : value });
    return `$${name}`;
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[this.#below(choices.length)] as T;
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }
}
