// <button data-opens="ID"> opens <dialog id="ID">; <button data-closes> closes the dialog around it.
export const openDialogs = () => {
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    if (opener) {
      event.preventDefault();
      document.getElementById(opener.dataset.opens)?.showModal();
      return;
    }
    if (event.target.closest("[data-closes]")) event.target.closest("dialog")?.close();
    // A click on the backdrop: its target is the dialog itself, which has no padding.
    else if (event.target.matches("dialog[open]")) event.target.close();
  });
};
