import { readFileSync, writeFileSync } from 'node:fs';

/**
 * @typedef {import('./works.ts').CaseMeta} CaseMeta
 *
 * @typedef {object} Report What vitest's JSON reporter writes.
 * @property {{ assertionResults: { status: string, meta: { ecosystem?: CaseMeta } }[] }[]} testResults
 *
 * @typedef {CaseMeta & { passed: boolean }} SeenCase
 *
 * @typedef {import('../applications/harness/run.mjs').Result} Result
 */

export const documentFile = new URL('../../docs/ecosystem.md', import.meta.url);

/** The part between these lines is written by `npm run test:applications -- --write`. */
const APPLICATIONS = /(?<=<!-- applications -->\n)[\s\S]*(?=<!-- \/applications -->)/;

/** The columns of counts, in order: who makes the application, who reads its requests. */
const columns = /** @type {const} */ ([
  ['createServer()', 'fast lane'],
  ['createServer()', "Node's lane"],
  ['createServer()', 'http.createServer(app)'],
  ['createServer()', 'HTTP/2'],
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
  const [applications = ''] = APPLICATIONS.exec(readFileSync(documentFile, 'utf8')) ?? [];
  return `# Packages and applications that run unchanged

## Applications

Published applications and frameworks that are built on Express. npm \`overrides\` put Nextpress in Express's place; nothing
else is changed. Each is started on Express, on Nextpress without the fast lane and on Nextpress in the fast
lane (\`--import @nextpress/fast-lane/register\`), and sent the same requests over sockets. A count tells how many responses have the
same status, headers and body as on Express. Applications written for Express 4 run with \`NEXTPRESS_EXPRESS=4\`;
there \`charset=UTF-8\` and \`charset=utf-8\` count as the same.

\`npm run test:applications\` runs them, \`-- --write\` writes this table from what was seen. The applications and the requests are in
[applications](../tests/applications).

<!-- applications -->
${applications}<!-- /applications -->

## Packages

${head(new Set(cases.flatMap((each) => each.packages)).size)}
${table(groups)}

### What each does

${groups.flatMap(works).join('\n')}
`;
}

/**
 * Writes the rows of applications, and leaves the rest of the page as it is.
 *
 * @param {readonly (Result | { application: Result['application'], skipped: string })[]} results
 */
export function writeApplications(results) {
  const page = readFileSync(documentFile, 'utf8');
  const [table = ''] = APPLICATIONS.exec(page) ?? [];
  const rows = [
    ...table.split('\n').filter((row) => row.startsWith('| [')),
    ...results.map((each) => line(applicationRow(each))),
  ];
  // The last row of a name is the new one.
  const byName = new Map(rows.map((row) => [row.slice(0, row.indexOf(']')), row]));
  const heads = ['application', 'version', 'requests', "Node's lane", 'fast lane', 'what they exercise'];
  const lines = [line(heads), line(heads.map(() => '---')), ...[...byName.values()].sort()];
  writeFileSync(
    documentFile,
    page.replace(APPLICATIONS, () => `${lines.join('\n')}\n`),
  );
}

/** @param {Result | { application: Result['application'], skipped: string }} result */
function applicationRow(result) {
  const { name, manifest, driver } = result.application;
  const link = `[${name}](../tests/applications/apps/${name})`;
  const versions = (driver.packages ?? [name])
    .map((each) => `${each === name ? '' : `${each} `}${manifest.dependencies[each]}`)
    .join(', ');
  if ('skipped' in result) return [link, versions, '–', result.skipped, result.skipped, driver.does];
  const counts = result.lanes.map(
    ({ differences }) => `${result.requests - differences.length} of ${result.requests}`,
  );
  const note = driver.staysInNode === undefined ? '' : `; ${driver.staysInNode}`;
  return [link, versions, `${result.requests}`, ...counts, driver.does + note];
}

/** @param {string} name @returns {string} */
function installedVersion(name) {
  const manifest = new URL(`node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

/** @param {string} a @param {string} b */
function byName(a, b) {
  return a.replace('@', '').localeCompare(b.replace('@', ''), 'en');
}

/** @param {number} count */
function head(count) {
  return `These are ${count} packages that Express users rely on, unmodified from npm. Each test case sets up an application with the package
and sends it requests over a socket. It runs on Express ${installedVersion('express')} first, so that it expects nothing that Express does not do, and
then on Nextpress:

- **fast lane**: \`app.listen()\`, with a check that the fast lane has read requests;
- **Node's lane**: the same with \`fastLane: false\`;
- **http.createServer(app)**: a server that Nextpress did not create, as with test tools;
- **HTTP/2**: \`app.listen()\` with \`http2: true\`, through a gateway from HTTP/1.1 to HTTP/2 that forwards upgrades unchanged,
  because HTTP/2 has none.

\`nextpress/express\` uses the fast lane whenever it listens itself.

\`npm run test:ecosystem\` runs the cases, and \`-- --write\` updates this page with the results. The tests are in
[ecosystem](../tests/ecosystem), one short file per package.
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
  return [heads, heads.map(() => '---'), ...rows].map(line).join('\n');
}

/** @param {readonly string[]} cells */
function line(cells) {
  return `| ${cells.join(' | ')} |`;
}

/** @param {readonly SeenCase[]} cases @param {string} maker @param {string} [lane] */
function count(cases, maker, lane) {
  const those = cases.filter((each) => each.maker === maker && (lane === undefined || each.lane === lane));
  return those.length === 0 ? '–' : `${those.filter(({ passed }) => passed).length} of ${those.length}`;
}

/** @param {readonly SeenCase[]} cases */
function works(cases) {
  const names = cases[0]?.packages.map((name) => `**${name}**`).join(' and ');
  return [...new Set(cases.map(({ work }) => work))].map((work) => `- ${names} ${work}`);
}
