// Three views of an exercise's page on a narrow screen: description, code and result. On a wide screen
// all of them are visible.

/** `select(name)` shows the view "text", "code" or "outcome". */
export const makeViews = (work) => {
  const list = document.getElementById("views");
  const buttons = [...list.querySelectorAll("button")];
  const select = (name) => {
    work.dataset.view = name;
    for (const button of buttons) {
      const isChosen = button.dataset.view === name;
      button.setAttribute("aria-pressed", String(isChosen));
      if (isChosen) button.hidden = false;
    }
  };
  for (const button of buttons) button.addEventListener("click", () => select(button.dataset.view));
  return { select, areTabs: () => getComputedStyle(list).display !== "none" };
};
