// The languages that the editor knows, by the names that exercises use; each is loaded when it is
// first needed.
import { StreamLanguage } from "@codemirror/language";

const stream = (mode) => StreamLanguage.define(mode);

const clike = (name) => async () => stream((await import("@codemirror/legacy-modes/mode/clike"))[name]);

const LOADERS = {
  bash: async () => stream((await import("@codemirror/legacy-modes/mode/shell")).shell),
  c: async () => (await import("@codemirror/lang-cpp")).cpp(),
  "c_sharp": clike("csharp"),
  cpp: async () => (await import("@codemirror/lang-cpp")).cpp(),
  css: async () => (await import("@codemirror/lang-css")).css(),
  go: async () => (await import("@codemirror/lang-go")).go(),
  haskell: async () => stream((await import("@codemirror/legacy-modes/mode/haskell")).haskell),
  html: async () => (await import("@codemirror/lang-html")).html(),
  java: async () => (await import("@codemirror/lang-java")).java(),
  javascript: async () => (await import("@codemirror/lang-javascript")).javascript(),
  json: async () => (await import("@codemirror/lang-json")).json(),
  kotlin: clike("kotlin"),
  markdown: async () => (await import("@codemirror/lang-markdown")).markdown(),
  ocaml: async () => stream((await import("@codemirror/legacy-modes/mode/mllike")).oCaml),
  php: async () => (await import("@codemirror/lang-php")).php({ plain: true }),
  python: async () => (await import("@codemirror/lang-python")).python(),
  r: async () => stream((await import("@codemirror/legacy-modes/mode/r")).r),
  ruby: async () => stream((await import("@codemirror/legacy-modes/mode/ruby")).ruby),
  rust: async () => (await import("@codemirror/lang-rust")).rust(),
  scala: clike("scala"),
  sql: async () => (await import("@codemirror/lang-sql")).sql(),
  typescript: async () => (await import("@codemirror/lang-javascript")).javascript({ typescript: true }),
  yaml: async () => (await import("@codemirror/lang-yaml")).yaml(),
};

const ALSO_CALLED = {
  "c#": "c_sharp", "c++": "cpp", csharp: "c_sharp", js: "javascript", node: "javascript",
  nodejs: "javascript", py: "python", python3: "python", sh: "bash", shell: "bash", ts: "typescript",
};

// How far a level is indented where a language's people agree.
const INDENTS = { c_sharp: 4, go: "\t", java: 4, kotlin: 4, php: 4, python: 4, rust: 4 };

const known = (name) => {
  const plain = (name ?? "").toLowerCase();
  return ALSO_CALLED[plain] ?? plain;
};

/** What CodeMirror needs to know of a language; null for one that it does not know. */
export const languageSupport = async (name) => (await LOADERS[known(name)]?.()) ?? null;

/** The characters of one level. */
export const indentUnitOf = (name) => {
  const indent = INDENTS[known(name)] ?? 2;
  return typeof indent === "number" ? " ".repeat(indent) : indent;
};
