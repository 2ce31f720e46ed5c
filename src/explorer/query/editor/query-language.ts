import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { LanguageSupport } from "@codemirror/language";
import { type Diagnostic, linter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { type EditorView, hoverTooltip } from "@codemirror/view";
import { styleTags, tags } from "@lezer/highlight";
import { getSchema, graphqlLanguage, jump, lint, offsetToPos } from "cm6-graphql";
import { type GraphQLSchema, parse, TypeInfo, visit, visitWithTypeInfo } from "graphql";
import { getAutocompleteSuggestions, getHoverInformation } from "graphql-language-service";
import type { Structures } from "../../connect/structure.ts";
import type { StructuresSource } from "../../connect/structures.ts";
import { loadChoices, subjectIn } from "../pick/picks.ts";
import { pickPositionAt } from "../pick/position.ts";

/** Keywords of the schema language. In a query, words such as `type` are names of fields. */
const schemaWords =
  "scalar type interface union enum input implements extend schema directive repeatable";

export function queryLanguage(structures: () => StructuresSource): Extension {
  return [
    new LanguageSupport(
      graphqlLanguage.configure({ props: [styleTags({ [schemaWords]: tags.propertyName })] }),
    ),
    graphqlLanguage.data.of({ autocomplete: completeBySchema }),
    graphqlLanguage.data.of({
      autocomplete: (context: CompletionContext) => completePick(context, structures()),
    }),
    lint,
    linter((view) => checkIdentifiers(view, structures().known())),
    jump,
    hoverTooltip(explain),
  ];
}

function completeBySchema(context: CompletionContext) {
  const { state, pos, explicit } = context;
  const schema = getSchema(state);
  const word = context.matchBefore(/\w*/);
  if (!schema || !word) return null;
  const before = state.sliceDoc(pos - 1, pos);
  if (!explicit && !/[\w@(]/.test(before)) return null;
  const found = getAutocompleteSuggestions(
    schema,
    state.doc.toString(),
    offsetToPos(state.doc, pos),
  );
  if (found.length === 0) return null;
  const options = found.map((item): Completion => {
    const info = item.documentation || item.deprecationReason;
    const detail = item.detail ?? item.labelDetails?.detail?.trim() ?? "";
    // What users ask for comes first, though an underscore sorts before a letter.
    const boost = item.label.startsWith("__") ? -1 : 0;
    return { label: item.label, detail, boost, ...(info ? { info } : {}) };
  });
  return { from: word.from, options };
}

async function completePick(
  context: CompletionContext,
  structures: StructuresSource,
): Promise<CompletionResult | null> {
  const schema = getSchema(context.state);
  const position = schema && pickPositionAt(schema, context.state.doc.toString(), context.pos);
  if (!position) return null;
  const choices = await loadChoices(position.pick, structures);
  if (context.aborted) return null;
  const { quotes, from, to } = position;
  const options = choices.map(({ value, name }): Completion => {
    const literal = JSON.stringify(value);
    const apply =
      quotes === "none" ? literal : quotes === "open" ? literal.slice(1) : literal.slice(1, -1);
    return { label: value, apply, type: "text", boost: 50, ...(name && { detail: name }) };
  });
  if (options.length === 0) return null;
  return { from, to, options, validFor: quotes === "none" ? /^\w*$/ : /^[^"\\\n]*$/ };
}

function checkIdentifiers(view: EditorView, structures: Structures | null): readonly Diagnostic[] {
  const schema = getSchema(view.state);
  if (!schema || structures === null) return [];
  try {
    return findUnknownIdentifiers(schema, view.state.doc.toString(), structures);
  } catch {
    // The syntax error is marked already.
    return [];
  }
}

function findUnknownIdentifiers(
  schema: GraphQLSchema,
  query: string,
  structures: Structures,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const types = new TypeInfo(schema);
  visit(
    parse(query),
    visitWithTypeInfo(types, {
      Argument({ name, value }) {
        if (types.getFieldDef()?.name !== "additionalDataField") return;
        if (name.value !== "identifier" || value.kind !== "StringValue" || !value.loc) return;
        const subject = subjectIn([types.getParentType()?.name ?? ""]);
        const items = subject && structures[subject];
        // The gateway looks for an item's name, too.
        if (!items || items.some((item) => [item.identifier, item.name].includes(value.value))) {
          return;
        }
        found.push({
          from: value.loc.start,
          to: value.loc.end,
          severity: "warning",
          message: `The structure has no item with the identifier "${value.value}".`,
        });
      },
    }),
  );
  return found;
}

function explain(view: EditorView, pos: number) {
  const schema = getSchema(view.state);
  const word = view.state.wordAt(pos);
  if (!schema || !word) return null;
  const { doc } = view.state;
  // The cursor is behind the character that the pointer is on.
  const cursor = offsetToPos(doc, Math.min(pos + 1, word.to));
  const text = String(getHoverInformation(schema, doc.toString(), cursor));
  if (text === "") return null;
  const [signature = "", ...description] = text.split("\n\n");
  return {
    pos: word.from,
    end: word.to,
    create() {
      const dom = document.createElement("div");
      dom.className = "hover-docs";
      const code = dom.appendChild(document.createElement("code"));
      code.textContent = signature;
      const prose = dom.appendChild(document.createElement("p"));
      prose.textContent = description.join("\n\n");
      return { dom };
    },
  };
}
