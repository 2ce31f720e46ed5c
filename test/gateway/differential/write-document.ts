import {
  doTypesOverlap,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import type {
  Choice,
  ConditionModel,
  DocumentModel,
  FieldModel,
  FragmentModel,
  InlineModel,
  Mistake,
  Pool,
  SelectionModel,
  SpreadModel,
  Twice,
  ValueModel,
  VariableModel,
} from "./document.ts";
import { ResponseKeys } from "./response-keys.ts";

/** A GraphQL request: a document, an operation of it, and the values of variables. */
export interface Operation {
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Two requests for a document. But for its mistake, if it has one, the document is valid. */
export function writeDocument(schema: GraphQLSchema, model: DocumentModel): Twice<Operation> {
  const writer = new Writer(schema, model);
  const { query: valid, names, used } = writer.write();
  const query = spoil(valid, model.mistake);
  const requestOf = (time: 0 | 1): Operation => {
    const operationName = nameOf(model.chosen[time], names);
    const values = [...used]
      .map((name) => [name, writer.variable(name).values[time]] as const)
      .filter(([, value]) => value !== undefined);
    return {
      query,
      ...(operationName !== undefined && { operationName }),
      ...(used.size > 0 && { variables: Object.fromEntries(values) }),
    };
  };
  return [requestOf(0), requestOf(1)];
}

function nameOf(choice: Choice, names: readonly string[]): string | undefined {
  if (choice === "unknown") return "Unknown";
  return choice === "none" ? undefined : names[choice % names.length];
}

/** Names of variables, some of which every object has already. */
const variableNames: Readonly<Record<Pool, readonly string[]>> = {
  condition: ["a", "b", "toString"],
  id: ["id", "constructor", "__proto__"],
  ids: ["ids", "isPrototypeOf"],
  int: ["first", "valueOf", "n"],
  text: ["text", "hasOwnProperty", "after"],
  subject: ["of", "__defineGetter__"],
  any: ["any", "propertyIsEnumerable"],
  anys: ["representations", "toLocaleString"],
};

const variableTypes: Readonly<Record<Pool, string>> = {
  condition: "Boolean",
  id: "ID",
  ids: "[ID!]",
  int: "Int",
  text: "String",
  subject: "AdditionalDataSubject",
  any: "_Any",
  anys: "[_Any!]",
};

/** What stands where a variable needs a default to be valid, and has none. */
const fallbacks: Readonly<Record<Pool, string>> = {
  condition: "true",
  id: '"t1"',
  ids: "[]",
  int: "1",
  text: '"note"',
  subject: "TAG",
  any: '{ __typename: "Tag", tagId: "t1" }',
  anys: "[]",
};

/** What a definition, or a part of one, needs of the rest of the document. */
interface Needs {
  readonly fragments: Set<number>;
  /** By name: whether it stands where null is not allowed. */
  readonly variables: Map<string, boolean>;
}

interface Written {
  readonly text: string;
  readonly needs: Needs;
}

class Writer {
  readonly #schema: GraphQLSchema;
  readonly #model: DocumentModel;
  readonly #keys: ResponseKeys;
  readonly #fragments = new Map<number, Written>();
  /** The variables written so far, by name. */
  readonly #variables = new Map<string, readonly [Pool, VariableModel]>();
  #needs: Needs = createNeeds();

  constructor(schema: GraphQLSchema, model: DocumentModel) {
    this.#schema = schema;
    this.#model = model;
    // A fragment stands in many places; without one, each place has its own keys.
    this.#keys = new ResponseKeys(schema, model.fragments.length === 0);
  }

  write(): {
    readonly query: string;
    readonly names: readonly string[];
    readonly used: ReadonlySet<string>;
  } {
    const { operations } = this.#model;
    const written = operations.map(({ selections }, index) =>
      this.#collect(() => this.#selectionSet(selections, "Query", `${index}`, -1)),
    );
    const reached = new Set<number>();
    const used = new Set<string>();
    const names = operations.map((_, index) => `Q${index}`);
    const isAnonymous = operations.length === 1 && operations[0]?.isNamed === false;
    const texts = written.map(({ text, needs }, index) => {
      const all = this.#close(needs);
      for (const fragment of all.fragments) reached.add(fragment);
      for (const name of all.variables.keys()) used.add(name);
      const head = isAnonymous ? "query" : `query ${names[index]}`;
      return `${head}${this.#definitions(all)} ${text}`;
    });
    const fragments = [...reached].map((index) => this.#fragmentText(index));
    return { query: [...texts, ...fragments].join("\n"), names: isAnonymous ? [] : names, used };
  }

  variable(name: string): VariableModel {
    const known = this.#variables.get(name);
    if (known === undefined) throw new Error(`no variable ${name}`);
    return known[1];
  }

  #collect(write: () => string): Written {
    const outer = this.#needs;
    const needs = createNeeds();
    this.#needs = needs;
    const text = write();
    this.#needs = outer;
    return { text, needs };
  }

  /** The needs with those of the fragments that are reached. */
  #close(needs: Needs): Needs {
    const all = createNeeds();
    const add = (one: Needs) => {
      for (const [name, isStrict] of one.variables) need(all, name, isStrict);
      for (const index of one.fragments) {
        if (all.fragments.has(index)) continue;
        all.fragments.add(index);
        add(this.#fragment(index).needs);
      }
    };
    add(needs);
    return all;
  }

  #definitions({ variables }: Needs): string {
    if (variables.size === 0) return "";
    const texts = [...variables].map(([name, isStrict]) => this.#definition(name, isStrict));
    return `(${texts.join(", ")})`;
  }

  #definition(name: string, isStrict: boolean): string {
    const known = this.#variables.get(name);
    if (known === undefined) throw new Error(`no variable ${name}`);
    const [pool, { isRequired, fallback }] = known;
    const type = `$${name}: ${variableTypes[pool]}`;
    if (isRequired) return `${type}!${fallback === null ? "" : ` = ${fallback}`}`;
    // Where null is not allowed, a nullable type needs a default that is not null.
    const isNull = fallback === null || fallback === "null";
    if (isStrict) return `${type} = ${isNull ? fallbacks[pool] : fallback}`;
    return fallback === null ? type : `${type} = ${fallback}`;
  }

  #fragment(index: number): Written {
    const known = this.#fragments.get(index);
    if (known !== undefined) return known;
    const { on, selections } = this.#fragmentModel(index);
    const written = this.#collect(() => this.#selectionSet(selections, on, "", index));
    this.#fragments.set(index, written);
    return written;
  }

  #fragmentText(index: number): string {
    return `fragment F${index} on ${this.#fragmentModel(index).on} ${this.#fragment(index).text}`;
  }

  #fragmentModel(index: number): FragmentModel {
    const fragment = this.#model.fragments[index];
    if (fragment === undefined) throw new Error(`no fragment ${index}`);
    return fragment;
  }

  /**
   * @param place where it stands, for keys.
   * @param within the fragment that it stands in, which spreads later ones only; -1: an operation.
   */
  #selectionSet(
    selections: readonly SelectionModel[],
    parent: string,
    place: string,
    within: number,
  ): string {
    const later: string[] = [];
    const texts = selections.map((selection) => {
      switch (selection.kind) {
        case "field":
          return this.#field(selection, parent, { place, within, later });
        case "inline":
          return this.#inline(selection, parent, place, within);
        case "spread":
          return this.#spread(selection, parent, within);
        case "typename":
          return this.#typename(selection.alias, parent, place, selection.conditions);
        default:
          return selection satisfies never;
      }
    });
    const all = [...texts, ...later].filter((text) => text !== "");
    return `{ ${all.length > 0 ? all.join(" ") : "__typename"} }`;
  }

  #typename(
    alias: string | null,
    parent: string,
    place: string,
    conditions: readonly ConditionModel[],
  ): string {
    const key = this.#keys.take({
      place,
      parent,
      key: alias ?? "__typename",
      signature: "__typename",
      type: "String!",
    });
    return `${key === "__typename" ? "" : `${key}: `}__typename${this.#conditions(conditions)}`;
  }

  #field(
    model: FieldModel,
    parent: string,
    {
      place,
      within,
      later,
    }: { readonly place: string; readonly within: number; readonly later: string[] },
  ): string {
    const { name, alias, values, parts } = model;
    const field = this.#findField(parent, name);
    const given = Object.entries(values).map(
      ([argument, value]) =>
        `${argument}: ${this.#value(
          value,
          field?.args
            .find((one) => one.name === argument)
            ?.type.toString()
            .endsWith("!") === true,
        )}`,
    );
    const signature = given.length > 0 ? `${name}(${given.join(", ")})` : name;
    const type = field?.type.toString() ?? name;
    const key = this.#keys.take({ place, parent, key: alias ?? name, signature, type });
    const head = key === name ? signature : `${key}: ${signature}`;
    const [first = "", ...others] = parts.map(({ conditions, wrapper, selections }) => {
      const body =
        typeof selections === "string"
          ? selections
          : field && isCompositeType(getNamedType(field.type))
            ? this.#selectionSet(
                selections,
                getNamedType(field.type).name,
                `${place}.${key}`,
                within,
              )
            : "";
      const text = `${head}${this.#conditions(conditions)}${body === "" ? "" : ` ${body}`}`;
      return wrapper === null ? text : `...${this.#conditions(wrapper)} { ${text} }`;
    });
    later.push(...others);
    return first;
  }

  #inline(
    { on, conditions, selections }: InlineModel,
    parent: string,
    place: string,
    within: number,
  ): string {
    const head = `...${on === null ? "" : ` on ${on}`}${this.#conditions(conditions)}`;
    return `${head} ${this.#selectionSet(selections, on ?? parent, place, within)}`;
  }

  #spread({ fragment, conditions }: SpreadModel, parent: string, within: number): string {
    const fitting = this.#model.fragments
      .map(({ on }, index) => ({ on, index }))
      .filter(({ on, index }) => index > within && this.#overlaps(on, parent));
    const chosen = fitting[fragment % Math.max(fitting.length, 1)];
    if (chosen === undefined) return "";
    this.#needs.fragments.add(chosen.index);
    return `...F${chosen.index}${this.#conditions(conditions)}`;
  }

  #conditions(conditions: readonly ConditionModel[]): string {
    const different = new Map(conditions.map(({ directive, by }) => [directive, by]));
    const texts = [...different].map(([directive, by]) => {
      const value = typeof by === "boolean" ? String(by) : this.#use("condition", by, true);
      return ` @${directive}(if: ${value})`;
    });
    return texts.join("");
  }

  #value(value: ValueModel, isStrict: boolean): string {
    if ("literal" in value) return value.literal;
    if ("variable" in value) return this.#use(value.pool, value.variable, isStrict);
    if ("list" in value) return `[${value.list.map((one) => this.#value(one, true)).join(", ")}]`;
    const members = value.object.map(([name, one]) => `${name}: ${this.#value(one, false)}`);
    return `{ ${members.join(", ")} }`;
  }

  #use(pool: Pool, number: number, isStrict: boolean): string {
    const models = this.#model.variables[pool];
    const names = variableNames[pool];
    const index = number % Math.min(names.length, models.length);
    const [name, model] = [names[index], models[index]];
    if (name === undefined || model === undefined) throw new Error(`no variables for ${pool}`);
    this.#variables.set(name, [pool, model]);
    need(this.#needs, name, isStrict);
    return `$${name}`;
  }

  #findField(parent: string, name: string): GraphQLField<unknown, unknown> | undefined {
    const type = this.#schema.getType(parent);
    return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
  }

  #overlaps(one: string, other: string): boolean {
    const [a, b] = [this.#schema.getType(one), this.#schema.getType(other)];
    return isCompositeType(a) && isCompositeType(b) && doTypesOverlap(this.#schema, a, b);
  }
}

function createNeeds(): Needs {
  return { fragments: new Set(), variables: new Map() };
}

function need({ variables }: Needs, name: string, isStrict: boolean): void {
  variables.set(name, isStrict || variables.get(name) === true);
}

function spoil(query: string, mistake: Mistake | null): string {
  switch (mistake) {
    case null:
      return query;
    case "syntax":
      return query.slice(0, -1);
    case "unknown field":
      return query.replace(/\{ /, "{ unknown ");
    case "unused variable":
      return `${query}\nquery Unused($unused: Int) { __typename }`;
    case "conflict":
      return query.replace(/\{ /, '{ x: tag(id: "t1") { name } x: tag(id: "t2") { name } ');
    case "cycle":
      return `${query.replace(/\{ /, "{ ...Cycle ")}\nfragment Cycle on Query { ...Cycle }`;
    default:
      return mistake satisfies never;
  }
}
