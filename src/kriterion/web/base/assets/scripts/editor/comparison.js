// Two read-only texts side by side with their differences highlighted.
import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { languageSupport } from "./languages.js";
import { editorTheme } from "./theme.js";

/** Compare two texts in `place`; `labels` are the accessible names of `before` and `after`. */
export const compare = async (place, { before, after, language, labels = ["", ""] }) => {
  const support = await languageSupport(language);
  const side = (doc, label) => ({
    doc,
    extensions: [
      EditorView.cspNonce.of(document.documentElement.dataset.styleNonce ?? ""),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", role: "textbox", "aria-readonly": "true", "aria-multiline": "true" }),
      lineNumbers(),
      ...(support ? [support] : []),
      ...editorTheme,
    ],
  });
  return new MergeView({
    a: side(before, labels[0]),
    b: side(after, labels[1]),
    parent: place,
    collapseUnchanged: { margin: 3, minSize: 6 },
  });
};
