// The script of a feedback page: it turns chapters into tabs and makes links open their target.
//
// The page is readable without it. Fragments may be added, and the whole feedback replaced, while it
// runs, so it looks elements up on each event and keeps no references. Whoever changes the page
// dispatches `feedback-changed` on the document.
"use strict";
(() => {
  const feedback = () => document.getElementById("feedback");
  const isIn = (target) => Boolean(target.closest?.("#feedback"));
  const links = () => [...feedback().querySelectorAll(".tabs a")];
  const panelOf = (link) => document.getElementById(link.hash.slice(1));
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const select = (chosen, focus) => {
    for (const link of links()) {
      const active = link === chosen;
      link.setAttribute("aria-selected", active);
      link.tabIndex = active ? 0 : -1;
      panelOf(link).hidden = !active;
    }
    if (focus) chosen.focus();
  };
  // `data-opened` tells code that replaces the feedback that the reader chose this tab.
  const open = (chosen, focus) => {
    feedback().dataset.opened = "";
    select(chosen, focus);
  };

  const reveal = (target) => {
    const panel = target.closest(".panel");
    if (panel) open(links().find((link) => panelOf(link) === panel));
    for (let at = target; at; at = at.parentElement) if (at.matches("details")) at.open = true;
    if (target.matches(".panel")) return;
    target.scrollIntoView({ behavior: still.matches ? "auto" : "smooth", block: "start" });
    for (const each of feedback().querySelectorAll(".found")) each.classList.remove("found");
    void target.offsetWidth; // force a layout without the class, which restarts the animation
    target.classList.add("found");
    const focusable = target.querySelector("summary") || target;
    if (!focusable.matches("summary")) focusable.tabIndex = -1;
    focusable.focus({ preventScroll: true });
  };

  const shownPanel = () => feedback().querySelector(".panel:not([hidden])");

  // The next failing context after the one shown last, across tabs, wrapping around at the end.
  const nextFailing = () => {
    const all = [...feedback().querySelectorAll(".context.wrong")];
    const panel = shownPanel();
    const from = panel.querySelector(".context.found") || panel;
    const after = all.find(
      (each) => from.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    return after || all[0];
  };
  const goOn = () => {
    if (!shownPanel()) return;
    const target = nextFailing();
    if (target) reveal(target);
  };

  const maximumBlanks = 20000;
  const showBlanks = (panel, shown) => {
    for (const each of panel.querySelectorAll(".blank-shown")) each.replaceWith(each.textContent);
    panel.normalize();
    if (!shown) return;
    const printed = ".output, .difference tbody, .compared-tables tbody";
    const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT, (text) => {
      const at = text.parentElement;
      return /[ \t]/.test(text.data) && at.closest(printed) && !at.closest(".blank, .unended")
        ? NodeFilter.FILTER_ACCEPT
        : NodeFilter.FILTER_REJECT;
    });
    const found = [];
    while (found.length < maximumBlanks && texts.nextNode()) found.push(texts.currentNode);
    let left = maximumBlanks;
    for (const text of found) {
      const pieces = text.data.split(/([ \t]+)/).map((piece, index) => {
        if (index % 2 === 0 || left-- <= 0) return piece;
        const blank = document.createElement("span");
        blank.className = "blank blank-shown";
        blank.dataset.shown = piece.replaceAll(" ", "·").replaceAll("\t", "→\t");
        blank.textContent = piece;
        return blank;
      });
      text.replaceWith(...pieces);
    }
  };

  const tabLinkTarget = (link) => {
    const { tab, line, file, element } = link.dataset;
    const panel =
      [...feedback().querySelectorAll(".panel")].find(
        (each) => each.id === tab || each.dataset.name === tab,
      ) || link.closest(".panel");
    if (!panel) return null; // a message above the tabs links to a tab that does not exist
    if (line && panel.id === "code") {
      const lines = file ? `code-${file}-line-` : "code-line-";
      return document.getElementById(lines + line) || panel;
    }
    if (element) return panel.querySelector(`[id$="-${CSS.escape(element)}"]`) || panel;
    return panel;
  };

  const keys = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  const dress = () => {
    const list = feedback()?.querySelector(".tabs ul");
    if (!list) return;
    list.setAttribute("role", "tablist");
    const around = list.parentElement;
    if (around.hasAttribute("aria-label")) {
      list.setAttribute("aria-label", around.getAttribute("aria-label"));
      around.removeAttribute("aria-label");
    }
    around.setAttribute("role", "presentation");
    for (const link of links()) {
      link.setAttribute("role", "tab");
      link.parentElement.setAttribute("role", "presentation");
      link.setAttribute("aria-controls", link.hash.slice(1));
      panelOf(link).setAttribute("role", "tabpanel");
      panelOf(link).setAttribute("aria-labelledby", link.id);
    }
    const chosen = links().find((link) => link.getAttribute("aria-selected") === "true");
    const failing = links().find((link) => link.querySelector(".badge:not(.badge-quiet)"));
    if (links().length) select(chosen || failing || links()[0]);
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || !isIn(link) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.matches(".tabs a")) {
      event.preventDefault();
      open(link, true);
      history.replaceState(null, "", link.hash);
    } else if (link.matches(".tab-link")) {
      event.preventDefault();
      const target = tabLinkTarget(link);
      if (target) reveal(target);
    } else if (link.matches(".next-failing")) {
      event.preventDefault();
      goOn();
    } else if (link.matches(".mark")) {
      event.preventDefault();
      reveal(document.getElementById(link.hash.slice(1)));
    }
  });

  document.addEventListener("keydown", (event) => {
    if (!event.target.closest?.("#feedback .tabs ul")) return;
    const all = links();
    const at = all.indexOf(event.target.closest("a"));
    if (at < 0) return;
    if (event.key === " ") {
      event.preventDefault();
      open(all[at], true);
    } else if (event.key in keys) {
      event.preventDefault();
      const step = keys[event.key];
      const next = Number.isFinite(step)
        ? (at + step + all.length) % all.length
        : step < 0
          ? 0
          : all.length - 1;
      open(all[next], true);
    }
  });

  addEventListener("keydown", (event) => {
    const typing =
      event.target.isContentEditable ||
      event.target.matches?.("textarea, select, input:not([type=checkbox], [type=radio])");
    if (event.key !== "n" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
    if (!feedback()) return;
    event.preventDefault();
    goOn();
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches("#feedback .show-blanks"))
      showBlanks(event.target.closest(".panel"), event.target.checked);
  });

  const followHash = () => {
    const name = location.hash.slice(1);
    const target = name && document.getElementById(name);
    if (target && isIn(target)) reveal(target);
  };
  document.documentElement.classList.add("scripted");
  document.addEventListener("feedback-changed", dress);
  dress();
  followHash();
  addEventListener("hashchange", followHash);
})();
