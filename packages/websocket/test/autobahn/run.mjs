// `npm run test:autobahn` runs the Autobahn test suite against this package and against `ws` alone. A case passes if
// its verdict is the same as for `ws`, or better. The compression cases (12 and 13) are left out, because this package
// does not compress by default.
import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { WSTEST = 'wstest' } = process.env;
/** From the best to the worst. */
const VERDICTS = ['OK', 'INFORMATIONAL', 'NON-STRICT', 'UNIMPLEMENTED', 'WRONG CODE', 'UNCLEAN', 'FAILED'];

if (spawnSync(WSTEST, ['--help']).error !== undefined) {
  console.error(`
  The Autobahn test suite is not installed. It needs Python 2.7:

    python2.7 -m pip install --user autobahntestsuite==0.8.2

  Then set WSTEST to the path of its program, wstest.
`);
  process.exit(1);
}

/** @typedef {{ behavior: string, behaviorClose: string }} Result */

/**
 * @param {string} name
 * @returns {Promise<Record<string, Result>>} by case
 */
async function run(name) {
  const server = fork(new URL('server.mjs', import.meta.url), [name]);
  const [port] = await once(server, 'message');
  const folder = mkdtempSync(join(tmpdir(), 'autobahn-'));
  const settings = {
    outdir: folder,
    servers: [{ agent: name, url: `ws://127.0.0.1:${port}` }],
    cases: ['*'],
    'exclude-cases': ['12.*', '13.*'],
  };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  const options = ['-m', 'fuzzingclient', '-s', join(folder, 'settings.json')];
  const client = spawn(WSTEST, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  let count = 0;
  client.stdout.setEncoding('utf8').on('data', (text) => {
    const before = count;
    count += text.split('Running test case').length - 1;
    if (Math.floor(count / 100) > Math.floor(before / 100)) console.log(`  ${name}: ${count} cases have run`);
  });
  await once(client, 'exit');
  server.kill();
  const report = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  rmSync(folder, { recursive: true });
  return report[name];
}

/** @param {Result | undefined} result */
function rank(result) {
  if (result === undefined) return VERDICTS.length;
  return Math.max(VERDICTS.indexOf(result.behavior), VERDICTS.indexOf(result.behaviorClose));
}

const own = await run('nextpress');
const control = await run('ws');
let failed = 0;
/** @type {Map<string, number>} */
const verdicts = new Map();
for (const [id, expected] of Object.entries(control)) {
  const result = own[id];
  const verdict = VERDICTS[rank(result)] ?? 'not run';
  verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  if (rank(result) <= rank(expected)) continue;
  failed++;
  console.error(`  ✗ ${id}: ${verdict}, and ${VERDICTS[rank(expected)]} with ws alone`);
}
const total = Object.keys(control).length;
console.log(`\n  ${[...verdicts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')}`);
console.log(`\n  Autobahn  ${failed > 0 ? `${failed} failed | ` : ''}${total - failed} passed (${total})\n`);
process.exitCode = failed > 0 || total === 0 ? 1 : 0;
