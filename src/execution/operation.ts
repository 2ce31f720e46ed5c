import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  Source,
  visit,
} from "graphql";
import type { OperationPlan, Variables } from "./plan.ts";
import { prepareOperation } from "./prepare.ts";
import { type ReadVariables, VariableReader } from "./variables.ts";

/** Combinations of an operation's conditions whose plans are kept. */
const mostPlans = 16;

/** How many operations were prepared so far. */
let count = 0;

/** What an operation is prepared with. */
export interface OperationOptions {
  readonly schema: GraphQLSchema;
  /** Whether messages are to keep what the schema has to themselves. */
  readonly hidesSchema: boolean;
}

/** What an operation is made of. */
export interface OperationSource {
  /** Its document's text. */
  readonly text: string;
  readonly operation: OperationDefinitionNode;
  /** The variables in the conditions of its document, whichever of its operations they belong to. */
  readonly conditions: readonly string[];
}

/** An operation of a valid document: reads its variables, and has a plan for each combination of its conditions. */
export class PreparedOperation {
  /** Its name in the document; undefined: it has none. */
  readonly name: string | undefined;
  /** No other operation of the process has it. */
  readonly id: number;
  readonly #schema: GraphQLSchema;
  readonly #source: Source;
  readonly #variables: VariableReader;
  /** The variables that `@skip` and `@include` depend on. */
  readonly #conditions: readonly string[];
  readonly #plans = new Map<string, OperationPlan | Promise<OperationPlan>>();

  constructor(
    { schema, hidesSchema }: OperationOptions,
    { text, operation, conditions }: OperationSource,
  ) {
    this.name = operation.name?.value;
    count += 1;
    this.id = count;
    this.#schema = schema;
    this.#source = new Source(text);
    this.#variables = new VariableReader(schema, operation, { source: this.#source, hidesSchema });
    this.#conditions = conditions;
  }

  /** What the variables and the plans that are kept weigh, with a field as the measure. */
  get weight(): number {
    let weight = this.#variables.weight;
    for (const plan of this.#plans.values()) if (!(plan instanceof Promise)) weight += plan.weight;
    return weight;
  }

  /** The variables, coerced, or why they cannot be taken. */
  readVariables(given: Variables): ReadVariables {
    return this.#variables.read(given);
  }

  /** The plan for these variables; it is made when it is first needed. */
  planFor(variables: Variables): OperationPlan | Promise<OperationPlan> {
    const name = this.#conditions.map((condition) => nameOf(variables[condition])).join();
    const known = this.#plans.get(name);
    if (known !== undefined) return known;
    if (this.#plans.size >= mostPlans) {
      const [oldest] = this.#plans.keys();
      if (oldest !== undefined) this.#plans.delete(oldest);
    }
    const plan = this.#prepare(variables, name);
    this.#plans.set(name, plan);
    return plan;
  }

  /** From the text: to keep the document of each operation would take more memory than its plan. */
  async #prepare(variables: Variables, name: string): Promise<OperationPlan> {
    try {
      const document = parse(this.#source);
      const operation = getOperationAST(document, this.name);
      if (!operation) throw new TypeError("a valid document has its operations");
      const source = this.#source;
      const plan = await prepareOperation({
        schema: this.#schema,
        document,
        operation,
        source,
        variables,
      });
      if (this.#plans.has(name)) this.#plans.set(name, plan);
      return plan;
    } catch (error) {
      this.#plans.delete(name);
      throw error;
    }
  }
}

/** A condition's value; empty where another operation of the document has the condition, and this one means something else. */
function nameOf(value: unknown): string {
  return typeof value === "boolean" || value === null || value === undefined ? String(value) : "";
}

/** The variables in the conditions of a document, whichever of its operations they belong to. */
export function findConditions(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ name, arguments: given = [] }) {
      if (name.value !== "skip" && name.value !== "include") return;
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
