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
  TypenameModel,
  ValueModel,
  VariableModel,
} from "./document.ts";
import { ResponseKeys } from "./response-keys.ts";
import { variableNames, writeDefinition } from "./variables.ts";

export interface Operation {
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Writes two requests for a document. The document is valid, except for its mistake if it has one. */
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

interface Needs {
  readonly fragments: Set<number>;
  /** By name: whether the variable is used where null is not allowed. */
  readonly variables: Map<string, boolean>;
}

interface Place {
  readonly parent: string;
  readonly path: string;
  /** The fragment that it is in, which spreads only later ones. -1: it is in an operation. */
  readonly within: number;
}

type Field = GraphQLField<unknown, unknown>;

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
    // A fragment can be spread in many places, so its keys must not conflict in any. Without fragments, places are independent.
    this.#keys = new ResponseKeys(schema, model.fragments.length === 0);
  }

  write(): {
    readonly query: string;
    readonly names: readonly string[];
    readonly used: ReadonlySet<string>;
  } {
    const { operations } = this.#model;
    const written = operations.map(({ selections }, index) =>
      this.#collect(() =>
        this.#selectionSet(selections, { parent: "Query", path: `${index}`, within: -1 }),
      ),
    );
    const closed = written.map(({ text, needs }) => ({ text, needs: this.#close(needs) }));
    const names = operations.map((_, index) => `Q${index}`);
    const isAnonymous = operations.length === 1 && operations[0]?.isNamed === false;
    const texts = closed.map(({ text, needs }, index) => {
      const head = isAnonymous ? "query" : `query ${names[index]}`;
      return `${head}${this.#definitions(needs)} ${text}`;
    });
    const reached = new Set(closed.flatMap(({ needs }) => [...needs.fragments]));
    const used = new Set(closed.flatMap(({ needs }) => [...needs.variables.keys()]));
    const fragments = [...reached].map((index) => this.#fragmentText(index));
    return { query: [...texts, ...fragments].join("\n"), names: isAnonymous ? [] : names, used };
  }

  variable(name: string): VariableModel {
    return this.#find(name)[1];
  }

  #collect(write: () => string): Written {
    const outer = this.#needs;
    const needs = createNeeds();
    this.#needs = needs;
    const text = write();
    this.#needs = outer;
    return { text, needs };
  }

  /** The needs, with those of all fragments that are spread, directly or not. */
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
    const texts = [...variables].map(([name, isStrict]) => {
      const [pool, variable] = this.#find(name);
      return `$${name}: ${writeDefinition(pool, variable, isStrict)}`;
    });
    return `(${texts.join(", ")})`;
  }

  #find(name: string): readonly [Pool, VariableModel] {
    const known = this.#variables.get(name);
    if (known === undefined) throw new Error(`no variable ${name}`);
    return known;
  }

  #fragment(index: number): Written {
    const known = this.#fragments.get(index);
    if (known !== undefined) return known;
    const { on, selections } = this.#fragmentModel(index);
    const written = this.#collect(() =>
      this.#selectionSet(selections, { parent: on, path: "", within: index }),
    );
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

  #selectionSet(selections: readonly SelectionModel[], at: Place): string {
    const written = selections.map((selection) => this.#selection(selection, at));
    // A field's further parts come after everything else.
    const [first, later] = [written.map(([one]) => one), written.flatMap(([, ...rest]) => rest)];
    const texts = [...first, ...later].filter((text) => text !== undefined && text !== "");
    return `{ ${texts.length > 0 ? texts.join(" ") : "__typename"} }`;
  }

  #selection(selection: SelectionModel, at: Place): readonly string[] {
    switch (selection.kind) {
      case "field":
        return this.#field(selection, at);
      case "inline":
        return [this.#inline(selection, at)];
      case "spread":
        return [this.#spread(selection, at)];
      case "typename":
        return [this.#typename(selection, at)];
      default:
        return selection satisfies never;
    }
  }

  #typename({ alias, conditions }: TypenameModel, { parent, path }: Place): string {
    const wanted = { parent, path, key: alias ?? "__typename" };
    const key = this.#keys.take({ ...wanted, signature: "__typename", type: "String!" });
    const head = key === "__typename" ? key : `${key}: __typename`;
    return `${head}${this.#conditions(conditions)}`;
  }

  #field({ name, alias, values, parts }: FieldModel, at: Place): readonly string[] {
    const field = this.#findField(at.parent, name);
    const signature = `${name}${this.#arguments(values, field)}`;
    const { parent, path, within } = at;
    const type = field?.type.toString() ?? name;
    const key = this.#keys.take({ parent, path, key: alias ?? name, signature, type });
    const head = key === name ? signature : `${key}: ${signature}`;
    const inner = { parent: field ? getNamedType(field.type).name : "", within };
    return parts.map(({ conditions, wrapper, selections }) => {
      const body = this.#body(selections, { ...inner, path: `${path}.${key}` });
      const text = `${head}${this.#conditions(conditions)}${body}`;
      return wrapper === null ? text : `...${this.#conditions(wrapper)} { ${text} }`;
    });
  }

  #body(selections: readonly SelectionModel[] | string, at: Place): string {
    if (typeof selections === "string") return ` ${selections}`;
    return isCompositeType(this.#schema.getType(at.parent))
      ? ` ${this.#selectionSet(selections, at)}`
      : "";
  }

  #arguments(values: FieldModel["values"], field: Field | undefined): string {
    const texts = Object.entries(values).map(([name, value]) => {
      const type = field?.args.find((argument) => argument.name === name)?.type;
      return `${name}: ${this.#value(value, String(type).endsWith("!"))}`;
    });
    return texts.length > 0 ? `(${texts.join(", ")})` : "";
  }

  #inline({ on, conditions, selections }: InlineModel, at: Place): string {
    const head = `...${on === null ? "" : ` on ${on}`}${this.#conditions(conditions)}`;
    return `${head} ${this.#selectionSet(selections, { ...at, parent: on ?? at.parent })}`;
  }

  #spread({ fragment, conditions }: SpreadModel, { parent, within }: Place): string {
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

  #findField(parent: string, name: string): Field | undefined {
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
