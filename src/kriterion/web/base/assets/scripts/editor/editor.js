// A CodeMirror editor in front of a <textarea>. The textarea always holds the current text: forms
// submit it, and without scripts it is the editor.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import {
  EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars,
  keymap, lineNumbers,
} from "@codemirror/view";
import { indentUnitOf, languageSupport } from "./languages.js";
import { editorTheme } from "./theme.js";
import { phrases } from "./phrases.js";

const nonce = () => document.documentElement.dataset.styleNonce ?? "";

/**
 * Replace a textarea by an editor.
 *
 * `language` is the exercise's programming language. `onChange` is called after every change,
 * `onSubmit` on Ctrl+Enter. Tab indents; Escape, then Tab leaves the editor (docs/student/guide.md).
 * Returns `{view, text, replace, goTo}`; `replace(text)` can be undone, `goTo(line, column)` puts the
 * cursor there: lines count from 1, columns from 0.
 */
export const edit = (textarea, { language, onChange = () => {}, onSubmit = () => {} } = {}) => {
  const languageCompartment = new Compartment();
  const label = textarea.labels?.[0]?.textContent.trim() || textarea.getAttribute("aria-label") || "";
  let tabLeaves = false;
  const view = new EditorView({
    doc: textarea.value,
    extensions: [
      EditorView.cspNonce.of(nonce()),
      Prec.highest(keymap.of([
        {
          key: "Mod-Enter",
          run: () => {
            onSubmit();
            return true;
          },
        },
        {
          key: "Escape",
          run: () => {
            tabLeaves = true;
            return false;
          },
        },
      ])),
      Prec.high(EditorView.domEventHandlers({
        keydown: (event) => {
          const leaving = tabLeaves && event.key === "Tab";
          if (event.key !== "Escape" && event.key !== "Shift") tabLeaves = false;
          // Keep the key from the editor, so that Tab moves the focus as elsewhere.
          if (leaving) event.stopImmediatePropagation();
          return false;
        },
      })),
      lineNumbers(), foldGutter(), highlightSpecialChars(), history(), drawSelection(),
      indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine(),
      highlightActiveLineGutter(), highlightSelectionMatches(),
      keymap.of([
        ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap,
        indentWithTab,
      ]),
      indentUnit.of(indentUnitOf(language)),
      EditorState.tabSize.of(4),
      EditorState.phrases.of(phrases()),
      EditorState.readOnly.of(textarea.readOnly),
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0", ...(textarea.readOnly ? { "aria-readonly": "true" } : {}) }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        textarea.value = update.state.doc.toString();
        onChange(textarea.value);
      }),
      languageCompartment.of([]),
      ...editorTheme,
    ],
  });
  const place = document.createElement("div");
  place.className = "editor";
  place.append(view.dom);
  textarea.hidden = true;
  textarea.after(place);
  for (const each of textarea.labels ?? []) {
    each.addEventListener("click", () => view.focus());
  }
  // Line heights depend on the font, which may load after the editor.
  document.fonts.ready.then(() => view.requestMeasure());
  languageSupport(language).then((support) => {
    if (support) view.dispatch({ effects: languageCompartment.reconfigure(support) });
  });
  return {
    view,
    text: () => view.state.doc.toString(),
    replace: (text) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    goTo: (number, column = 0) => {
      const line = view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines));
      const anchor = Math.min(line.from + column, line.to);
      view.dispatch({ selection: { anchor }, scrollIntoView: true });
      view.focus();
    },
  };
};
