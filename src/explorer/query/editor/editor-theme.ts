import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export const editorTheme: Extension = [
  EditorView.theme({
    "&": { height: "100%", color: "var(--ink)", backgroundColor: "transparent", fontSize: "13px" },
    "&.cm-focused": { outline: "none" },
    ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
    ".cm-content": { padding: "12px 0", caretColor: "var(--ink)" },
    ".cm-line": { padding: "0 16px 0 6px" },
    ".cm-gutters": { backgroundColor: "transparent", color: "var(--faint)", border: "none" },
    ".cm-lineNumbers .cm-gutterElement": { padding: "0 4px 0 14px", minWidth: "28px" },
    ".cm-foldGutter .cm-gutterElement": { padding: "0 4px", cursor: "pointer" },
    ".cm-activeLine": { backgroundColor: "var(--line-tint)" },
    ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--muted)" },
    ".cm-cursor": { borderLeftColor: "var(--ink)" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
      { backgroundColor: "var(--selection)" },
    ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
      backgroundColor: "var(--selection)",
      outline: "none",
    },
    ".cm-foldPlaceholder": {
      backgroundColor: "var(--sunken)",
      border: "none",
      color: "var(--muted)",
      padding: "0 6px",
    },
    ".cm-placeholder": { color: "var(--faint)" },
    ".cm-tooltip": {
      backgroundColor: "var(--raised)",
      border: "1px solid var(--line)",
      borderRadius: "8px",
      boxShadow: "var(--shadow)",
      overflow: "hidden",
    },
    ".cm-tooltip.cm-tooltip-autocomplete > ul": {
      fontFamily: "var(--mono)",
      fontSize: "12.5px",
      maxHeight: "16em",
    },
    ".cm-tooltip-autocomplete ul li": { padding: "3px 10px !important" },
    ".cm-tooltip-autocomplete ul li[aria-selected]": {
      backgroundColor: "var(--accent) !important",
      color: "var(--on-accent) !important",
    },
    ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
    ".cm-completionDetail": { fontStyle: "normal", marginLeft: "1em" },
    ".cm-tooltip.cm-completionInfo": {
      padding: "8px 12px",
      fontFamily: "var(--sans)",
      fontSize: "12.5px",
      lineHeight: "1.5",
      maxWidth: "320px",
    },
    ".cm-diagnostic": { fontFamily: "var(--sans)", fontSize: "12.5px", padding: "6px 10px" },
    ".cm-diagnostic-error": { borderLeft: "3px solid var(--bad)" },
    ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warn)" },
    // CodeMirror draws squiggles as `data:` images, which the page's content policy refuses.
    ".cm-lintRange": { backgroundImage: "none !important", textDecoration: "underline wavy" },
    ".cm-lintRange-error": { textDecorationColor: "var(--bad)" },
    ".cm-lintRange-warning": { textDecorationColor: "var(--warn)" },
    ".cm-panels": {
      backgroundColor: "var(--raised)",
      color: "var(--ink)",
      borderColor: "var(--line)",
    },
    ".cm-searchMatch": { backgroundColor: "var(--found)" },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.keyword, tags.definitionKeyword], color: "var(--code-keyword)" },
      { tag: [tags.propertyName, tags.attributeName], color: "var(--code-name)" },
      { tag: tags.variableName, color: "var(--code-variable)" },
      { tag: [tags.string, tags.special(tags.string)], color: "var(--code-text)" },
      { tag: [tags.number, tags.integer, tags.float], color: "var(--code-number)" },
      { tag: [tags.bool, tags.null, tags.special(tags.name)], color: "var(--code-constant)" },
      { tag: [tags.atom, tags.typeName], color: "var(--code-type)" },
      { tag: tags.modifier, color: "var(--code-keyword)" },
      { tag: tags.lineComment, color: "var(--muted)", fontStyle: "italic" },
      { tag: [tags.paren, tags.brace, tags.punctuation, tags.separator], color: "var(--muted)" },
    ]),
  ),
];
