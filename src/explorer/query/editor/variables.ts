import type { CompletionContext } from "@codemirror/autocomplete";
import { jsonLanguage, jsonParseLinter } from "@codemirror/lang-json";
import { syntaxTree } from "@codemirror/language";
import { type Diagnostic, linter } from "@codemirror/lint";
import type { EditorState, Extension } from "@codemirror/state";
import { type EditorView, placeholder } from "@codemirror/view";
import {
  type GraphQLInputType,
  type GraphQLSchema,
  getVariableValues,
  isInputType,
  parseValue,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromASTUntyped,
} from "graphql";
import { parseVariables } from "../../connect/json.ts";
import { starterValue } from "../build/starter.ts";

/**
 * What the variables' box offers, expects and shows while it is empty, by the variables that the
 * query declares; null if they are not known.
 */
export function variablesSupport(
  schema: GraphQLSchema | undefined,
  definitions: readonly VariableDefinitionNode[] | null,
): Extension {
  if (definitions === null) return linter((view) => check(view, [], undefined));
  const ghost = definitions.map(
    (one) => `  ${JSON.stringify(one.variable.name.value)}: ${exampleOf(one, schema)}`,
  );
  return [
    placeholder(
      ghost.length === 0 ? "The query declares no variables" : `{\n${ghost.join(",\n")}\n}`,
    ),
    jsonLanguage.data.of({
      autocomplete: (context: CompletionContext) => complete(context, definitions, schema),
    }),
    linter((view) => check(view, definitions, schema)),
  ];
}

function typeOf(
  { type: node }: VariableDefinitionNode,
  schema: GraphQLSchema | undefined,
): GraphQLInputType | undefined {
  const type = schema && typeFromAST(schema, node as never);
  return isInputType(type) ? type : undefined;
}

/** The default value or, without one, the simplest value of the type, as JSON. */
function exampleOf(definition: VariableDefinitionNode, schema: GraphQLSchema | undefined): string {
  const type = typeOf(definition, schema);
  const value = definition.defaultValue ?? (type && parseValue(starterValue(type)));
  return JSON.stringify(value ? valueFromASTUntyped(value) : null);
}

function complete(
  context: CompletionContext,
  definitions: readonly VariableDefinitionNode[],
  schema: GraphQLSchema | undefined,
) {
  const { state, pos, explicit } = context;
  const word = context.matchBefore(/"?\w*/);
  if (!word || (word.text === "" && !explicit)) return null;
  const isName = /[{,]\s*$/.test(state.sliceDoc(0, word.from));
  let object = syntaxTree(state).resolveInner(pos, -1);
  while (object.name !== "Object" && object.parent) object = object.parent;
  if (!isName || object.parent?.name !== "JsonText") return null;
  const given = propertiesOf(state);
  const options = definitions
    .filter(({ variable }) => !given.some(({ name }) => name === variable.name.value))
    .map((definition) => {
      const name = definition.variable.name.value;
      return {
        label: JSON.stringify(name),
        detail: String(typeOf(definition, schema) ?? ""),
        apply: `${JSON.stringify(name)}: `,
      };
    });
  const isClosed = state.sliceDoc(pos, pos + 1) === '"';
  return { from: word.from, to: pos + (isClosed ? 1 : 0), options };
}

const parseProblems = jsonParseLinter();

/** Marks what is not JSON, or else variables that are undeclared, missing, or mistyped. */
function check(
  view: EditorView,
  definitions: readonly VariableDefinitionNode[],
  schema: GraphQLSchema | undefined,
): readonly Diagnostic[] {
  const text = view.state.doc.toString();
  const variables = parseVariables(text);
  if (variables === undefined) return parseProblems(view);
  if (schema === undefined) return [];
  const properties = propertiesOf(view.state);
  const undeclared = properties
    .filter(({ name }) => definitions.every(({ variable }) => variable.name.value !== name))
    .map(({ name, ...range }) => ({
      ...range,
      severity: "warning" as const,
      message: `The query declares no variable "$${name}".`,
    }));
  const { errors = [] } = getVariableValues(schema, definitions, variables);
  const wrong = errors.map(({ message }) => {
    const name = /^Variable "\$(\w+)"/.exec(message)?.[1];
    const range = properties.find((property) => property.name === name) ?? {
      from: 0,
      to: text.length,
    };
    return { from: range.from, to: range.to, severity: "error" as const, message };
  });
  return [...undeclared, ...wrong];
}

function propertiesOf(state: EditorState) {
  const object = syntaxTree(state).topNode.getChild("Object");
  return (object?.getChildren("Property") ?? []).flatMap((property) => {
    const name = property.getChild("PropertyName");
    if (name === null) return [];
    const text = state.sliceDoc(name.from, name.to).replaceAll('"', "");
    return [{ name: text, from: property.from, to: property.to }];
  });
}
