// The languages that the editor knows, by the names that exercises use; each is loaded on demand.
// Those that our tools know come from the register, the others are here.
import { StreamLanguage } from "@codemirror/language";

import { INDENTS, LOADERS as REGISTERED, NAMES } from "../../generated/languages.js";

const stream = (mode) => StreamLanguage.define(mode);

const LOADERS = {
  ...REGISTERED,
  css: async () => (await import("@codemirror/lang-css")).css(),
  html: async () => (await import("@codemirror/lang-html")).html(),
  json: async () => (await import("@codemirror/lang-json")).json(),
  markdown: async () => (await import("@codemirror/lang-markdown")).markdown(),
  r: async () => stream((await import("@codemirror/legacy-modes/mode/r")).r),
  scala: async () => stream((await import("@codemirror/legacy-modes/mode/clike")).scala),
  sql: async () => (await import("@codemirror/lang-sql")).sql(),
  yaml: async () => (await import("@codemirror/lang-yaml")).yaml(),
};

const canonicalName = (name) => {
  const lower = (name ?? "").toLowerCase();
  return NAMES[lower] ?? lower;
};

/** CodeMirror's support for a language, or null if there is none. */
export const languageSupport = async (name) => (await LOADERS[canonicalName(name)]?.()) ?? null;

/** The characters of one level of indentation. */
export const indentUnitOf = (name) => {
  const indent = INDENTS[canonicalName(name)] ?? 2;
  return typeof indent === "number" ? " ".repeat(indent) : indent;
};
