import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
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
import { stateExtensions } from "cm6-graphql";
import type { GraphQLSchema } from "graphql";
import { use, useEffectEvent, useMemo } from "react";
import { StructuresContext } from "../../connect/structures.ts";
import { CodeEditor, handled } from "./code-editor.tsx";
import { editorTheme } from "./editor-theme.ts";
import { queryLanguage } from "./query-language.ts";

export function QueryEditor({
  documentId,
  text,
  schema,
  onChange,
  onReady,
  ...props
}: {
  readonly documentId: string;
  readonly text: string;
  readonly schema: GraphQLSchema | undefined;
  readonly onChange: (text: string) => void;
  readonly onReady: (view: EditorView) => void;
  readonly onRun: () => void;
  readonly onPrettify: () => void;
  readonly onShowDocs: (name: string) => void;
}) {
  const run = useEffectEvent(props.onRun);
  const prettify = useEffectEvent(props.onPrettify);
  const showDocs = useEffectEvent(props.onShowDocs);
  const structures = use(StructuresContext);
  const getStructures = useEffectEvent(() => structures);
  const extensions = useMemo(
    () => [
      keymap.of([
        { key: "Mod-Enter", run: handled(run), preventDefault: true },
        { key: "Shift-Mod-p", run: handled(prettify), preventDefault: true },
      ]),
      ...editing,
      queryLanguage(() => getStructures()),
      placeholder("Write a query, or tick its fields in Build"),
      editorTheme,
    ],
    [],
  );
  const current = useMemo(
    () =>
      stateExtensions(schema, {
        onShowInDocs: (field, type, parentType) => {
          const name = field && parentType ? `${parentType}.${field}` : (type ?? parentType);
          if (name) showDocs(name.replace(/[[\]!]/g, ""));
        },
      }),
    [schema],
  );
  return (
    <CodeEditor
      documentId={documentId}
      text={text}
      label="Query"
      extensions={extensions}
      current={current}
      onChange={onChange}
      onReady={onReady}
    />
  );
}

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
