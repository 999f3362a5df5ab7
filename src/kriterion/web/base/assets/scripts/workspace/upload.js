// Open files of the user's device in the editors, so that users see what they submit.

const baseName = (name) => name.slice(name.lastIndexOf("/") + 1);

/**
 * `editors` are `{field, editor}`. If there is only one, it accepts any file.
 * `onOpened(index)` is called with the index of the editor that received a file.
 */
export const openUploads = (desk, editors, { onOpened }) => {
  const input = desk.querySelector("#upload");
  if (!input) return;
  const status = desk.querySelector("#uploaded");
  input.addEventListener("change", async () => {
    const opened = [];
    const unknown = [];
    for (const file of input.files) {
      const exact = editors.findIndex(({ field }) => field.dataset.file === file.name);
      const sameBaseName = editors.filter(({ field }) => baseName(field.dataset.file) === file.name);
      const index = exact >= 0 ? exact : editors.length === 1 ? 0 : sameBaseName.length === 1 ? editors.indexOf(sameBaseName[0]) : -1;
      if (index < 0) {
        unknown.push(file.name);
        continue;
      }
      let text;
      try {
        text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      } catch {
        return; // not UTF-8: submit the file as it is, and let the server report the problem
      }
      editors[index].editor.replace(text);
      onOpened(index);
      opened.push(editors[index].field.dataset.file);
    }
    input.value = "";
    const lines = [];
    if (opened.length) lines.push(`${input.dataset.opened} ${opened.join(", ")}`);
    if (unknown.length) lines.push(`${input.dataset.unknown} ${unknown.join(", ")}`);
    status.textContent = lines.join(". ");
  });
};
