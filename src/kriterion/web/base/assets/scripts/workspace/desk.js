// The editors of an exercise, and saving their contents.
import { edit } from "../editor/editor.js";
import { keepDraft } from "./draft.js";
import { showOutcome } from "./outcome.js";
import { submitInPage } from "./submitting.js";
import { makeTabs } from "./tabs.js";
import { openUploads } from "./upload.js";

/** Returns `goTo(file, line, column)`, which puts the cursor there. */
export const workAtDesk = (desk) => {
  const fields = [...desk.querySelectorAll("textarea[data-file]")];
  const submit = () => desk.requestSubmit(desk.querySelector("[data-submit]") ?? undefined);
  const draft = keepDraft(desk, {
    readFiles: () => Object.fromEntries(fields.map((field) => [field.dataset.file, field.value])),
    showFiles: (files) => {
      for (const { field, editor } of editors) {
        const text = files[field.dataset.file];
        if (typeof text === "string" && text !== field.value) editor.replace(text);
      }
    },
  });
  const editors = fields.map((field) => ({
    field,
    editor: edit(field, { language: desk.dataset.language, onChange: draft.scheduleSave, onSubmit: submit }),
  }));
  for (const field of desk.querySelectorAll("textarea[data-provided]")) {
    edit(field, { language: desk.dataset.language, onSubmit: submit });
  }
  const isWaiting = draft.start();
  const files = desk.querySelector(".files[data-tabs]");
  const tabs = files ? makeTabs(files, { label: files.dataset.tabs }) : { select: () => {} };
  openUploads(desk, editors, { onOpened: tabs.select });

  const initialFiles = JSON.parse(document.getElementById("first-files")?.textContent ?? "{}");
  const reset = desk.querySelector("[data-reset]");
  if (reset) {
    reset.addEventListener("click", async () => {
      if (!confirm(reset.dataset.ask)) return;
      await draft.save();
      draft.keepVersion();
      for (const { field, editor } of editors) editor.replace(initialFiles[field.dataset.file] ?? "");
    });
  }
  // Show a line of the submission in its editor; lines count from 1.
  const showLine = (line) => {
    tabs.select(0);
    editors[0].editor.goTo(line);
    desk.scrollIntoView({ block: "nearest" });
  };
  const outcome = showOutcome({ showLine });
  submitInPage(desk, draft, { onSubmitted: outcome.follow });
  if (isWaiting) submit();
  addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.defaultPrevented && desk.contains(event.target)) {
      event.preventDefault();
      submit();
    }
  });
  return {
    goTo: (file, line, column) => {
      const index = fields.findIndex((field) => field.dataset.file === file);
      if (index < 0) return;
      tabs.select(index);
      editors[index].editor.goTo(line, column);
    },
  };
};
