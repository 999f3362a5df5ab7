// Translations of CodeMirror's own phrases; without one it uses English.
const PHRASES = {
  nl: {
    "Find": "Zoeken",
    "Replace": "Vervangen door",
    "next": "Volgende",
    "previous": "Vorige",
    "all": "Alle",
    "match case": "Hoofdlettergevoelig",
    "regexp": "Reguliere expressie",
    "by word": "Hele woorden",
    "replace": "Vervangen",
    "replace all": "Alles vervangen",
    "close": "Sluiten",
    "current match": "dit resultaat",
    "on line": "op regel",
    "replaced match on line $": "vervangen op regel $",
    "replaced $ matches": "$ keer vervangen",
    "Go to line": "Naar regel",
    "go": "Ga",
    "Fold line": "Inklappen",
    "Unfold line": "Uitklappen",
    "Folded lines": "Ingeklapte regels",
    "Unfolded lines": "Uitgeklapte regels",
    "folded code": "ingeklapte code",
    "unfold": "uitklappen",
    "to": "tot",
    "Control character": "Stuurteken",
    "Selection deleted": "Selectie verwijderd",
  },
};

/** The phrases in the language of the page. */
export const phrases = () => PHRASES[document.documentElement.lang] ?? {};
