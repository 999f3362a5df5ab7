// <form data-keeps-input="Changes are back." data-user="17"> keeps what the user has changed until the form
// is sent, so that another form of the page, or a reload, does not lose it. The browser keeps it for this
// tab only.
const SKIPPED = "csrfmiddlewaretoken";

const keyOf = (form) => {
  const { pathname } = new URL(form.getAttribute("action") ?? "", location.href);
  return `input of ${form.dataset.user ?? ""} for ${pathname}`;
};

const readFields = (form) =>
  [...new FormData(form)].filter(([name, value]) => name !== SKIPPED && typeof value === "string");

const fillFields = (form, fields) => {
  const values = new Map();
  for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value]);
  for (const field of form.elements) {
    if (!field.name || field.name === SKIPPED || field.type === "file" || field.type === "submit") continue;
    const wanted = values.get(field.name) ?? [];
    if (field.type === "checkbox" || field.type === "radio") field.checked = wanted.includes(field.value);
    else if (field.options) for (const option of field.options) option.selected = wanted.includes(option.value);
    else if (wanted.length) field.value = wanted.shift();
  }
};

const kept = {
  read: (form) => {
    try {
      return JSON.parse(sessionStorage.getItem(keyOf(form)));
    } catch {
      return null;
    }
  },
  write: (form, fields) => {
    try {
      sessionStorage.setItem(keyOf(form), JSON.stringify(fields));
    } catch {
      // without storage the input lasts as long as the page
    }
  },
  remove: (form) => {
    try {
      sessionStorage.removeItem(keyOf(form));
    } catch {
      // nothing was kept
    }
  },
};

const restore = (form) => {
  const fields = kept.read(form);
  if (!Array.isArray(fields) || JSON.stringify(fields) === JSON.stringify(readFields(form))) return;
  // The hidden fields come back, too: the server notices if somebody else has saved meanwhile.
  fillFields(form, fields);
  for (let at = form.parentElement; at; at = at.parentElement) if (at.matches("details")) at.open = true;
  const notice = document.createElement("p");
  notice.className = "muted small";
  notice.setAttribute("role", "status");
  form.querySelector(".buttons")?.before(notice);
  notice.textContent = form.dataset.keepsInput;
};

export const keepInput = () => {
  for (const form of document.querySelectorAll("form[data-keeps-input]")) restore(form);
  for (const type of ["input", "change"]) {
    document.addEventListener(type, ({ target }) => {
      const form = target.form ?? null;
      if (form?.matches("[data-keeps-input]")) kept.write(form, readFields(form));
    });
  }
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.target.matches("[data-keeps-input]")) kept.remove(event.target);
  });
};
