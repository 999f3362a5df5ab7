// Several files as tabs, one editor at a time. Without scripts they stand below each other.

/** Make tabs of the files in `place`; `focus(number)` puts the caret into a file's editor. */
export const makeTabs = (place, { label }) => {
  const panels = [...place.querySelectorAll(":scope > .file")];
  const list = document.createElement("div");
  list.className = "file-tabs";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", label);
  const tabs = panels.map((panel, at) => {
    const field = panel.querySelector("textarea");
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `tab-of-${field.id}`;
    tab.className = "file-tab";
    tab.textContent = field.dataset.file;
    tab.setAttribute("role", "tab");
    panel.id = `panel-of-${field.id}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    tab.setAttribute("aria-controls", panel.id);
    panel.querySelector(".file-name").hidden = true;
    tab.addEventListener("click", () => select(at));
    return tab;
  });
  const select = (chosen, { focus = false } = {}) => {
    tabs.forEach((tab, at) => {
      tab.setAttribute("aria-selected", String(at === chosen));
      tab.tabIndex = at === chosen ? 0 : -1;
      panels[at].hidden = at !== chosen;
    });
    if (focus) tabs[chosen].focus();
  };
  const steps = { ArrowLeft: -1, ArrowRight: 1 };
  list.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(event.target);
    const { key } = event;
    if (at < 0 || !(key in steps || key === "Home" || key === "End")) return;
    event.preventDefault();
    const next = key === "Home" ? 0 : key === "End" ? tabs.length - 1 : (at + steps[key] + tabs.length) % tabs.length;
    select(next, { focus: true });
  });
  list.append(...tabs);
  place.prepend(list);
  select(0);
  return { select };
};
