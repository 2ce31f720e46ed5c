import {
  autocompletion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  LanguageSupport,
} from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import { styleTags, tags } from "@lezer/highlight";
import {
  completion,
  graphqlLanguage,
  jump,
  lint,
  stateExtensions,
  updateSchema,
} from "cm6-graphql";
import type { GraphQLSchema } from "graphql";
import { use, useEffect, useEffectEvent, useMemo, useState } from "react";
import { StructuresContext } from "../../connect/structures.ts";
import { completePick } from "../pick/pick-completion.ts";
import { CodeEditor, handled } from "./code-editor.tsx";
import { editorTheme } from "./editor-theme.ts";

interface QueryEditorProps {
  readonly documentId: string;
  readonly text: string;
  readonly schema: GraphQLSchema | undefined;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
  readonly onPrettify: () => void;
  readonly onShowType: (name: string) => void;
}

/**
 * The editor of a query. It completes the text and checks it against the schema. Ctrl+click on a field shows the documentation of
 * the field's type.
 */
export function QueryEditor(props: QueryEditorProps) {
  const { documentId, text, schema, onChange } = props;
  const [view, setView] = useState<EditorView>();
  const [opened, setOpened] = useState(0);
  const run = useEffectEvent(props.onRun);
  const prettify = useEffectEvent(props.onPrettify);
  const showType = useEffectEvent(props.onShowType);
  const loadStructures = use(StructuresContext);
  const pick = useEffectEvent((context: CompletionContext) =>
    completePick(context, schema, loadStructures),
  );
  const extensions = useMemo(
    () => [
      keymap.of([
        { key: "Mod-Enter", run: handled(run), preventDefault: true },
        { key: "Shift-Mod-p", run: handled(prettify), preventDefault: true },
      ]),
      ...editing,
      language,
      graphqlLanguage.data.of({ autocomplete: (context: CompletionContext) => pick(context) }),
      stateExtensions(undefined, {
        onShowInDocs: (_field, type, parentType) => {
          const name = (type ?? parentType)?.replace(/[[\]!]/g, "");
          if (name) showType(name);
        },
      }),
      placeholder("Write a query, or tick its fields in Build"),
      editorTheme,
    ],
    [],
  );
  // A document shown for the first time has a new editor state, without the schema.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document is the reason to update
  useEffect(() => {
    if (view) updateSchema(view, schema);
  }, [view, schema, opened]);
  return (
    <CodeEditor
      documentId={documentId}
      text={text}
      label="Query"
      extensions={extensions}
      onChange={onChange}
      onReady={(ready) => {
        setView(ready);
        setOpened((count) => count + 1);
      }}
    />
  );
}

/** Keywords of the schema language. In a query, words such as `type` are names of fields. */
const schemaWords =
  "scalar type interface union enum input implements extend schema directive repeatable";

const language = [
  new LanguageSupport(
    graphqlLanguage.configure({ props: [styleTags({ [schemaWords]: tags.propertyName })] }),
  ),
  completion,
  lint,
  jump,
];

const editing = [
  history(),
  drawSelection(),
  lineNumbers(),
  foldGutter(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  highlightActiveLine(),
  highlightSelectionMatches(),
  EditorView.lineWrapping,
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
  ]),
];
