// An editor in the place of a <textarea>, whose text stays the truth: forms send it, and without
// scripts it is simply there.
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
import { looks } from "./looks.js";
import { words } from "./words.js";

const nonce = () => document.documentElement.dataset.styleNonce ?? "";

/**
 * Put an editor in a textarea's place.
 *
 * `language` is the exercise's programming language, `changed` hears of every change, `submit` is
 * called by Ctrl+Enter. Tab indents; Escape, then Tab leaves the editor (docs/student/guide.md).
 * Gives `{view, text, replace}`: `replace(text)` puts another text in, which can be undone.
 */
export const edit = (textarea, { language, changed = () => {}, submit = () => {} } = {}) => {
  const spoken = new Compartment();
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
            submit();
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
          // Untouched by the editor, the key does what it does elsewhere.
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
      EditorState.phrases.of(words()),
      EditorState.readOnly.of(textarea.readOnly),
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        textarea.value = update.state.doc.toString();
        changed(textarea.value);
      }),
      spoken.of([]),
      ...looks,
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
  // Lines are as high as their letters, and those may come later than the editor.
  document.fonts.ready.then(() => view.requestMeasure());
  languageSupport(language).then((support) => {
    if (support) view.dispatch({ effects: spoken.reconfigure(support) });
  });
  return {
    view,
    text: () => view.state.doc.toString(),
    replace: (text) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
  };
};
