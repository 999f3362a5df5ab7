// <form data-ask="Really?"> asks first; <select data-send> sends its form when it is changed.
export const askFirst = () => {
  document.addEventListener("submit", (event) => {
    const question = event.submitter?.dataset.ask ?? event.target.dataset.ask;
    if (question && !confirm(question)) event.preventDefault();
  });
};

export const sendAtOnce = () => {
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-send]")) event.target.form.requestSubmit();
  });
};
