// The "/" key focuses the search field, unless the user is typing.
const isTextField = (element) =>
  element.isContentEditable || element.matches?.("input, textarea, select, [role=textbox]");

export const focusSearchOnSlash = () => {
  const field = document.querySelector("[data-search-key]");
  if (!field) return;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTextField(event.target)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
};
