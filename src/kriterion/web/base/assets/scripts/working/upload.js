// Files of the student's device are opened in the editors, so that what is handed in can be seen.

const endOf = (name) => name.slice(name.lastIndexOf("/") + 1);

/** `editors` are {field, editor}; a single one takes any file. `opened(number)` hears which took one. */
export const openUploads = (desk, editors, { opened }) => {
  const input = desk.querySelector("#upload");
  if (!input) return;
  const status = desk.querySelector("#uploaded");
  input.addEventListener("change", async () => {
    const taken = [];
    const unknown = [];
    for (const file of input.files) {
      const exact = editors.findIndex(({ field }) => field.dataset.file === file.name);
      const ends = editors.filter(({ field }) => endOf(field.dataset.file) === file.name);
      const at = exact >= 0 ? exact : editors.length === 1 ? 0 : ends.length === 1 ? editors.indexOf(ends[0]) : -1;
      if (at < 0) {
        unknown.push(file.name);
        continue;
      }
      let text;
      try {
        text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      } catch {
        return; // no UTF-8: it is sent as it is, and the server says what is wrong with it
      }
      editors[at].editor.replace(text);
      opened(at);
      taken.push(editors[at].field.dataset.file);
    }
    input.value = "";
    const told = [];
    if (taken.length) told.push(`${input.dataset.opened} ${taken.join(", ")}`);
    if (unknown.length) told.push(`${input.dataset.unknown} ${unknown.join(", ")}`);
    status.textContent = told.join(". ");
  });
};
