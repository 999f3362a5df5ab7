// The editor's theme. Its colours are CSS variables, so it follows light and dark mode by itself.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colour = (name) => `var(--ansi-${name})`;

const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.controlKeyword], color: colour("magenta"), fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: colour("green") },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: colour("cyan") },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName)), tags.labelName], color: colour("blue") },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.tagName], color: colour("yellow") },
  { tag: [tags.standard(tags.variableName), tags.attributeName, tags.propertyName], color: colour("cyan") },
  { tag: tags.heading, fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.link, textDecoration: "underline" },
  { tag: tags.invalid, color: colour("red") },
]);

const theme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--card)", fontSize: ".9375rem", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-code)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--accent)", padding: ".6rem 0" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--card)", color: "var(--muted)", border: "0", paddingLeft: ".3rem" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--hover) 55%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--accent) 26%, transparent)",
  },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--accent) 14%, transparent)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--good-mark)", outline: "none" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--bad-mark)", outline: "none" },
  ".cm-panels": { backgroundColor: "var(--well)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": {
    display: "flex", flexWrap: "wrap", alignItems: "center", gap: "var(--gap-2)",
    padding: "var(--gap-2) 2.75rem var(--gap-2) var(--gap-3)", fontFamily: "var(--font)",
    fontSize: "var(--text-small)",
    "& input, & button, & label": { margin: "0", fontSize: "inherit" },
    "& br": { flexBasis: "100%" },
    "& label": { display: "inline-flex", alignItems: "center", gap: ".35rem" },
    "& .cm-textfield": { flex: "1 1 9rem", width: "auto", minHeight: "2rem", padding: ".2rem .6rem", border: "1px solid var(--field-line)" },
    "& [name=close]": { top: "var(--gap-2)", right: "var(--gap-2)", width: "2rem", height: "2rem", fontSize: "1.25rem", cursor: "pointer" },
  },
  ".cm-button": {
    minHeight: "2rem", padding: "0 .7rem", border: "1px solid var(--line)", borderRadius: "var(--round)",
    background: "var(--card)", color: "var(--ink)", cursor: "pointer",
    "&:hover": { borderColor: "var(--accent)" },
  },
  ".cm-tooltip": { backgroundColor: "var(--card)", border: "1px solid var(--line)", borderRadius: "9px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--hover)", border: "0", color: "var(--muted)" },
});

export const editorTheme = [theme, syntaxHighlighting(highlighting)];
