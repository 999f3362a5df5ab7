// Exercism's JavaScript representer on many solutions in one process: without its start, that is.
//   node -r esm javascript_representer.cjs REPRESENTER SLUG < directories, a line each
// Prints a JSON object from directory to representation, null where it failed, and the milliseconds.
const path = require('path');
const representer = path.resolve(process.argv[2]);
const directories = require('fs').readFileSync(0, 'utf-8').split('\n').filter(Boolean);
process.chdir(representer);
require(`${representer}/node_modules/module-alias`)(representer);
const { RepresenterImpl } = require(`${representer}/dist/representer/RepresenterImpl`);
const analysis = require(`${representer}/node_modules/@exercism/static-analysis`);
analysis.setProcessLogger(new analysis.Logger({ console: false, debug: false }));

async function represent(directory) {
  try {
    const input = new analysis.DirectoryInput(directory, process.argv[3]);
    const output = await new RepresenterImpl().run(input);
    return (await output.toProcessable({ pretty: false })).representation;
  } catch {
    return null;
  }
}

(async () => {
  const started = Date.now();
  const found = {};
  for (const directory of directories) found[directory] = await represent(directory);
  process.stdout.write(JSON.stringify({ found, milliseconds: Date.now() - started }));
})();
