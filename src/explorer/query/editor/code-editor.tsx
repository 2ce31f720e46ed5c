import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useEffectEvent, useRef } from "react";

export function CodeEditor({
  documentId,
  text,
  label,
  extensions,
  current = none,
  onChange,
  onReady,
}: {
  readonly documentId: string;
  readonly text: string;
  readonly label: string;
  /** Must not change: a document keeps the extensions that it was opened with. */
  readonly extensions: readonly Extension[];
  readonly current?: Extension;
  readonly onChange?: (text: string) => void;
  readonly onReady?: (view: EditorView) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<{ view: EditorView; documentId: string; kept: Map<string, EditorState> }>(
    null,
  );
  const change = useEffectEvent((changed: string) => onChange?.(changed));
  const ready = useEffectEvent((view: EditorView) => onReady?.(view));
  const create = useEffectEvent((doc: string) =>
    EditorState.create({
      doc,
      extensions: [
        extensions,
        changing.of(current),
        // Read-only text needs a tab index, so that the keyboard can reach and scroll it.
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) change(update.state.doc.toString());
        }),
      ],
    }),
  );

  useEffect(() => {
    if (host.current === null) return;
    const view = new EditorView({ parent: host.current, state: create("") });
    editor.current = { view, documentId: "", kept: new Map() };
    ready(view);
    return () => view.destroy();
  }, []);

  useEffect(() => {
    const shown = editor.current;
    if (shown === null) return;
    const { view, kept } = shown;
    if (shown.documentId === documentId) return replaceText(view, text);
    kept.set(shown.documentId, view.state);
    const state = kept.get(documentId);
    view.setState(state?.doc.toString() === text ? state : create(text));
    shown.documentId = documentId;
  }, [documentId, text]);

  // A document that was not in view meanwhile has them as they were.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document is a reason to update
  useEffect(() => {
    editor.current?.view.dispatch({ effects: changing.reconfigure(current) });
  }, [current, documentId]);

  return <div className="editor" ref={host} />;
}

const none: Extension = [];
const changing = new Compartment();

/** Turns a function into an editor command after which no other command runs for the same key. */
export function handled(act: () => void): () => true {
  return () => {
    act();
    return true;
  };
}

/** Replaces only the part that differs, so that the cursor stays where it is. */
function replaceText(view: EditorView, text: string): void {
  const old = view.state.doc.toString();
  if (old === text) return;
  let from = 0;
  while (from < old.length && from < text.length && old[from] === text[from]) from += 1;
  let tail = 0;
  while (
    tail < old.length - from &&
    tail < text.length - from &&
    old[old.length - 1 - tail] === text[text.length - 1 - tail]
  ) {
    tail += 1;
  }
  view.dispatch({
    changes: { from, to: old.length - tail, insert: text.slice(from, text.length - tail) },
  });
}
