// Build the styles and scripts into the given directory. File names contain a digest of the content,
// manifest.json maps plain names to them, and each file is also stored compressed.
import { build } from "esbuild";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const target = process.argv[2];
if (!target) throw new Error("usage: node build.js DIRECTORY");

const scripts = (await readdir("scripts")).filter((name) => name.endsWith(".js"));
const entries = ["styles/site.css", "images/mark.svg", ...scripts.map((name) => `scripts/${name}`)];

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const { metafile } = await build({
  entryPoints: entries,
  outdir: target,
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["es2022", "chrome111", "firefox115", "safari16.4"],
  minify: true,
  legalComments: "linked",
  metafile: true,
  entryNames: "[name]-[hash]",
  chunkNames: "part-[name]-[hash]",
  assetNames: "[name]-[hash]",
  loader: { ".woff2": "file", ".svg": "copy" },
  logLevel: "warning",
});

// axe-core is not part of the site: browser tests load it from node_modules.
const manifest = {};
for (const [file, { entryPoint, inputs }] of Object.entries(metafile.outputs)) {
  if (file.endsWith(".txt")) continue;
  if (entryPoint && entries.includes(entryPoint)) manifest[basename(entryPoint)] = basename(file);
  else if (Object.keys(inputs).length === 1) manifest[basename(Object.keys(inputs)[0])] ??= basename(file);
}

// What each script imports at once, directly or not: pages load it together with the script.
const listImports = (file, found = new Set()) => {
  for (const { path, kind } of metafile.outputs[file].imports) {
    if (kind !== "import-statement" || found.has(path)) continue;
    found.add(path);
    listImports(path, found);
  }
  return found;
};
const imports = Object.fromEntries(
  Object.entries(metafile.outputs)
    .filter(([, { entryPoint }]) => entryPoint?.startsWith("scripts/") && entries.includes(entryPoint))
    .map(([file, { entryPoint }]) => [basename(entryPoint), [...listImports(file)].map((path) => basename(path))]),
);

// The licences of the packages that are sent to browsers.
const licenses = async () => {
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
  const texts = [];
  for (const [path, { version, dev, license }] of Object.entries(packages)) {
    if (!path || dev) continue;
    const file = (await readdir(path)).find((name) => /^licen[cs]e/i.test(name));
    const text = file ? await readFile(join(path, file), "utf8") : "";
    texts.push(`${path.replace("node_modules/", "")} ${version} (${license})\n\n${text.trim()}\n`);
  }
  return texts.join(`\n${"-".repeat(78)}\n\n`);
};

const compress = async (file) => {
  const content = await readFile(file);
  if (content.length < 500 || file.endsWith(".woff2")) return;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params: quality }));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
};
await writeFile(join(target, "licenses.txt"), await licenses());
await Promise.all((await readdir(target)).map((name) => compress(join(target, name))));
await writeFile(join(target, "imports.json"), `${JSON.stringify(imports, null, 1)}\n`);
await writeFile(join(target, "manifest.json"), `${JSON.stringify(manifest, null, 1)}\n`);
