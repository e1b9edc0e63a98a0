// `npm run docs`: serves the documentation and reloads it on save. `-- --build` writes it to docs/.vitepress/dist.
import { buildCharts, buildReference, buildSite, site } from './build-docs.mjs';
import { optionsOrEnd } from './command-line.mjs';
import { install } from './install.mjs';
import { announce, orExit, step } from './terminal.mjs';

// In a variable, so that the scripts are type-checked without the site.
const server = '../docs/.vitepress/site.mjs';

const USAGE = `npm run docs -- [options]

Serves the documentation at http://localhost:5173 and reloads it when a page changes.
  --build         writes the site to docs/.vitepress/dist instead
  --port number   the port of the server`;

const { build, port } = optionsOrEnd(readOptions, USAGE, process.argv.slice(2));
announce(build ? 'docs --build' : 'docs');
orExit(await step('install', install));
orExit(await step('reference', buildReference));
orExit(await step('charts', buildCharts));
if (build) {
  orExit(await step('site', buildSite));
  console.log(`\n  The site is in ${site}\n  examples/docs-site serves it.\n`);
} else {
  const { serveSite } = await import(server);
  /** @type {string} */
  const address = await serveSite(port);
  console.log(`\n  The documentation is at ${address}\n  Ctrl-C stops it.\n`);
}

/** @param {string[]} args */
function readOptions(args) {
  let build = false;
  /** @type {number | undefined} */
  let port;
  for (let index = 0; index < args.length; index++) {
    const name = args[index];
    if (name === '--help') return undefined;
    if (name === '--build') build = true;
    else if (name === '--port') port = readPort(args[++index]);
    else throw new Error(`Unknown option ${name}`);
  }
  return { build, port };
}

/** @param {string | undefined} text */
function readPort(text = '') {
  const port = Number(text);
  if (text === '' || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(
      `Invalid --port: expected a number from 0 to 65535, got ${text === '' ? 'nothing' : text}`,
    );
  return port;
}
