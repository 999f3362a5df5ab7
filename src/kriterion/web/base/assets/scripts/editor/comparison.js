// Two texts beside each other, what differs marked; neither can be changed.
import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { languageSupport } from "./languages.js";
import { looks } from "./looks.js";

/** Show two texts in an element: {before, after, language, labels: [before's, after's]}. */
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
      ...looks,
    ],
  });
  return new MergeView({
    a: side(before, labels[0]),
    b: side(after, labels[1]),
    parent: place,
    collapseUnchanged: { margin: 3, minSize: 6 },
  });
};
