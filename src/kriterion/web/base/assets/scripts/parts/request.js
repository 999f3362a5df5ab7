// Requests to this site, with its CSRF token.
export const token = () => document.querySelector("meta[name=csrf-token]").content;

export const send = (address, { method = "POST", json, form, keepalive = false, signal } = {}) =>
  fetch(address, {
    method,
    credentials: "same-origin",
    redirect: "error",
    keepalive,
    signal,
    headers: {
      "X-CSRFToken": token(),
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: json === undefined ? form : JSON.stringify(json),
  });
