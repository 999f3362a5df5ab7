// Show several files as tabs, one editor at a time. Without scripts all editors are visible.

/** Turn the files in `place` into tabs; `select(index)` shows one. */
export const makeTabs = (place, { label }) => {
  const panels = [...place.querySelectorAll(":scope > .file")];
  const list = document.createElement("div");
  list.className = "file-tabs";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", label);
  const tabs = panels.map((panel, index) => {
    const field = panel.querySelector("textarea");
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `tab-of-${field.id}`;
    tab.className = "file-tab";
    const name = panel.querySelector(".file-name");
    tab.textContent = name.textContent.trim();
    if (field.readOnly) tab.prepend(name.querySelector(".icon").cloneNode());
    tab.setAttribute("role", "tab");
    panel.id = `panel-of-${field.id}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    tab.setAttribute("aria-controls", panel.id);
    name.hidden = true;
    tab.addEventListener("click", () => select(index));
    return tab;
  });
  const select = (chosen, { focus = false } = {}) => {
    tabs.forEach((tab, index) => {
      tab.setAttribute("aria-selected", String(index === chosen));
      tab.tabIndex = index === chosen ? 0 : -1;
      panels[index].hidden = index !== chosen;
    });
    if (focus) tabs[chosen].focus();
  };
  const steps = document.dir === "rtl" ? { ArrowLeft: 1, ArrowRight: -1 } : { ArrowLeft: -1, ArrowRight: 1 };
  list.addEventListener("keydown", (event) => {
    const index = tabs.indexOf(event.target);
    const { key } = event;
    if (index < 0 || !(key in steps || key === "Home" || key === "End")) return;
    event.preventDefault();
    const next = key === "Home" ? 0 : key === "End" ? tabs.length - 1 : (index + steps[key] + tabs.length) % tabs.length;
    select(next, { focus: true });
  });
  list.append(...tabs);
  place.prepend(list);
  select(0);
  return { select };
};
