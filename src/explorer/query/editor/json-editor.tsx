import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap } from "@codemirror/language";
import { linter } from "@codemirror/lint";
import { searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { useEffectEvent, useMemo } from "react";
import { CodeEditor, handled } from "./code-editor.tsx";
import { editorTheme } from "./editor-theme.ts";

interface VariablesEditorProps {
  readonly documentId: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
}

export function VariablesEditor({ documentId, text, onChange, onRun }: VariablesEditorProps) {
  const run = useEffectEvent(onRun);
  const extensions = useMemo(
    () => [
      keymap.of([{ key: "Mod-Enter", run: handled(run), preventDefault: true }]),
      history(),
      drawSelection(),
      lineNumbers(),
      bracketMatching(),
      closeBrackets(),
      json(),
      linter((view) => (view.state.doc.toString().trim() === "" ? [] : parseProblems(view))),
      placeholder('{ "first": 10 }'),
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
      onChange={onChange}
    />
  );
}

export function JsonView({ text }: { readonly text: string }) {
  return <CodeEditor documentId="response" text={text} label="Response" extensions={reading} />;
}

const parseProblems = jsonParseLinter();

const reading = [
  EditorState.readOnly.of(true),
  drawSelection(),
  lineNumbers(),
  foldGutter(),
  json(),
  keymap.of([...defaultKeymap, ...searchKeymap, ...foldKeymap]),
  editorTheme,
];
