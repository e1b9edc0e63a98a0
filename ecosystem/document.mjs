import { readdirSync, readFileSync } from 'node:fs';

/**
 * @typedef {import('./works.ts').CaseMeta} CaseMeta
 *
 * @typedef {object} Report What vitest's JSON reporter writes.
 * @property {{ assertionResults: { status: string, meta: { ecosystem?: CaseMeta } }[] }[]} testResults
 *
 * @typedef {CaseMeta & { passed: boolean }} SeenCase
 */

export const documentFile = new URL('../docs/ecosystem.md', import.meta.url);

/** The columns of counts, in order: who makes the application, who reads its requests. */
const columns = /** @type {const} */ ([
  ['createServer()', 'fast lane'],
  ['createServer()', "Node's lane"],
  ['createServer()', 'http.createServer(app)'],
  ['nextpress/express', 'fast lane'],
  ['nextpress/express', 'http.createServer(app)'],
]);

/** What `docs/ecosystem.md` is to say after a run. @param {Report} report */
export function documentOf(report) {
  const cases = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ status, meta }) =>
      meta.ecosystem === undefined ? [] : [{ ...meta.ecosystem, passed: status === 'passed' }],
    ),
  );
  const names = [...new Set(cases.map((each) => each.packages.join(' ')))].sort(byName);
  const groups = names.map((name) => cases.filter((each) => each.packages.join(' ') === name));
  return `${head(new Set(cases.flatMap((each) => each.packages)).size)}
${table(groups)}

## What each does

${groups.flatMap(works).join('\n')}
`;
}

/** The packages that the document names, and the versions that it gives them. @param {string} text */
export function versionsIn(text) {
  const rows = [...text.matchAll(/^\| (`.+?`) \| (.+?) \|/gm)];
  return new Map(
    rows.flatMap(([, names = '', versions = '']) => {
      const each = versions.split(', ');
      return names.split(', ').map((name, at) => /** @type {const} */ ([name.slice(1, -1), each[at]]));
    }),
  );
}

/** The packages that the tests name. */
export function testedPackages() {
  const folder = new URL('test/', import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      return [...text.matchAll(/\bpackages\(\s*'([^']+)'/g)].flatMap(([, names = '']) => names.split(' '));
    });
}

/** @param {string} name @returns {string} */
export function installedVersion(name) {
  const manifest = new URL(`node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

/** @param {string} a @param {string} b */
function byName(a, b) {
  return a.replace('@', '').localeCompare(b.replace('@', ''), 'en');
}

/** @param {number} count */
function head(count) {
  return `# Middleware that runs as it is

${count} packages that Express's users have, unmodified from npm, each doing its work, on Nextpress as on Express
${installedVersion('express')}. A case furnishes an application with the package, asks it over a socket, and looks at the answers;
it runs on Express first, so that nothing is expected that Express does not do, and then on Nextpress:

- **fast lane**: \`app.listen()\`; and the fast lane did read requests;
- **Node's lane**: the same with \`fastLane: false\`;
- **http.createServer(app)**: a server that somebody else makes, as test tools do.

\`nextpress/express\` has the fast lane wherever it listens itself.

\`npm run test:ecosystem\` runs it, \`-- --write\` writes this page from what it has seen. The tests are in
[ecosystem](../ecosystem), one short file for each package.
`;
}

/** @param {readonly SeenCase[][]} groups */
function table(groups) {
  const titles = columns.map(([maker, lane]) => `\`${maker}\`, ${lane}`);
  const rows = groups.map((cases) => {
    const [{ packages, note }] = /** @type {[SeenCase]} */ (/** @type {unknown} */ (cases));
    return [
      packages.map((name) => `\`${name}\``).join(', '),
      packages.map(installedVersion).join(', '),
      count(cases, 'express'),
      ...columns.map(([maker, lane]) => count(cases, maker, lane)),
      note,
    ];
  });
  const heads = ['package', 'version', 'Express', ...titles, 'notes'];
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** @param {readonly SeenCase[]} cases @param {string} maker @param {string} [lane] */
function count(cases, maker, lane) {
  const those = cases.filter((each) => each.maker === maker && (lane === undefined || each.lane === lane));
  return `${those.filter(({ passed }) => passed).length} of ${those.length}`;
}

/** @param {readonly SeenCase[]} cases */
function works(cases) {
  const names = cases[0]?.packages.map((name) => `**${name}**`).join(' and ');
  return [...new Set(cases.map(({ work }) => work))].map((work) => `- ${names} ${work}`);
}
