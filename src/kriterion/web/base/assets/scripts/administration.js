// Refresh pages of tools and repositories while these are being fetched and checked.
const REFRESH_MILLISECONDS = 1500;

const refresh = async () => {
  const place = document.querySelector("#refreshing[data-refresh]");
  if (!place) return;
  try {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("refreshing");
    if (fresh && !place.contains(document.activeElement)) place.replaceWith(fresh);
    else if (fresh && !("refresh" in fresh.dataset)) place.replaceWith(fresh);
  } catch {
    // offline: try again after the next interval
  }
  setTimeout(refresh, REFRESH_MILLISECONDS);
};

setTimeout(refresh, REFRESH_MILLISECONDS);
