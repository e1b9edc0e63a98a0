// `npm run docs`: serves the documentation and reloads it on save. `-- --build` writes it to docs/.vitepress/dist.
import { parseArgs } from 'node:util';
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
  const { values } = parseArgs({
    args,
    options: {
      build: { type: 'boolean', default: false },
      port: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return undefined;
  return { build: values.build, port: values.port === undefined ? undefined : Number(values.port) };
}
