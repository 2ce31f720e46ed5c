import { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap } from "@codemirror/language";
import { searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { useEffectEvent, useMemo } from "react";
import { CodeEditor, handled } from "./code-editor.tsx";
import { editorTheme } from "./editor-theme.ts";

export function VariablesEditor({
  documentId,
  text,
  support,
  onChange,
  ...props
}: {
  readonly documentId: string;
  readonly text: string;
  readonly support: Extension;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
}) {
  const run = useEffectEvent(props.onRun);
  const extensions = useMemo(
    () => [
      keymap.of([{ key: "Mod-Enter", run: handled(run), preventDefault: true }]),
      history(),
      drawSelection(),
      lineNumbers(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ icons: false }),
      json(),
      EditorView.lineWrapping,
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
      editorTheme,
    ],
    [],
  );
  return (
    <CodeEditor
      documentId={documentId}
      text={text}
      label="Variables"
      extensions={extensions}
      current={support}
      onChange={onChange}
    />
  );
}

export function JsonView({ text }: { readonly text: string }) {
  return <CodeEditor documentId="response" text={text} label="Response" extensions={reading} />;
}

const reading = [
  EditorState.readOnly.of(true),
  drawSelection(),
  lineNumbers(),
  foldGutter(),
  json(),
  keymap.of([...defaultKeymap, ...searchKeymap, ...foldKeymap]),
  editorTheme,
];
