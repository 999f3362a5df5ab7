// The key "/" goes to the search field, unless somebody is typing.
const typing = (element) =>
  element.isContentEditable || element.matches?.("input, textarea, select, [role=textbox]");

export const searchByKey = () => {
  const field = document.querySelector("[data-search-key]");
  if (!field) return;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (typing(event.target)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
};
