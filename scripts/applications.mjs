// `npm run test:applications`: published Express applications, on Express and on Nextpress in both lanes.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { optionsOrEnd } from './command-line.mjs';
import { setUp } from './install.mjs';
import { packAll } from './pack.mjs';
import { inParallel } from './parallel.mjs';
import { conclude, orExit, StepFailure, step } from './terminal.mjs';

const usage = `npm run test:applications -- [application ...] [--fast] [--write]

  application  run only these: the folders of tests/applications/apps
  --fast       run only the subset that .ci/run runs
  --write      write the rows of these applications in docs/ecosystem.md`;

// In a variable, so that the scripts are type-checked without the suite.
const harness = '../tests/applications/harness';
const { readApplications, reasonToSkip } = await import(`${harness}/catalog.mjs`);
const { installed } = await import(`${harness}/install.mjs`);
const { describeDifferences, runApplication } = await import(`${harness}/run.mjs`);

/** @type {{ name: string, driver: { isFast?: boolean } }[]} */
const all = await readApplications();
const { names, fast, write } = optionsOrEnd(readOptions, usage, process.argv.slice(2));
const chosen = all.filter(
  ({ name, driver }) => (names.length === 0 || names.includes(name)) && (!fast || driver.isFast === true),
);

await setUp('test:applications');
/** @type {Map<string, string>} */
const tarballs = new Map();
orExit(await step('pack', pack));

/** @type {object[]} */
const results = [];
const counts = { passed: 0, failed: 0 };
await inParallel(chosen, async (application) => {
  const reason = reasonToSkip(application);
  if (reason !== undefined) {
    console.log(`  - ${application.name.padEnd(15)} skipped: ${reason}`);
    results.push({ application, skipped: reason });
    return;
  }
  const passed = await step(application.name, async (say) => {
    const result = await runApplication(application, tarballs, say);
    results.push(result);
    const differences = describeDifferences(result);
    if (differences !== '') throw new StepFailure(`differs, ${result.requests} requests`, differences);
    return `${result.requests} requests, the same in both lanes`;
  });
  if (passed) counts.passed++;
  else counts.failed++;
});
if (write) await writeTable();

conclude('Applications', counts);

/** @param {string[]} args */
function readOptions(args) {
  if (args.includes('--help')) return undefined;
  const known = all.map(({ name }) => name);
  const unknown = args.find((arg) => !known.includes(arg) && arg !== '--fast' && arg !== '--write');
  if (unknown !== undefined) {
    throw new Error(`Unknown argument "${unknown}": expected --fast, --write or one of ${known.join(', ')}`);
  }
  const names = args.filter((arg) => !arg.startsWith('--'));
  const fast = args.includes('--fast');
  const write = args.includes('--write');
  return { names, fast, write };
}

/** Packs every package under a name that changes with its content, so that npm installs it again after a change. */
async function pack() {
  const packed = await packAll();
  const folder = join(installed, 'tarballs');
  mkdirSync(folder, { recursive: true });
  for (const [name, path] of packed.tarballs) {
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12);
    const kept = join(folder, basename(path).replace(/\.tgz$/, `-${hash}.tgz`));
    cpSync(path, kept);
    tarballs.set(name, kept);
  }
  rmSync(packed.folder, { recursive: true });
  return `${tarballs.size} packages`;
}

async function writeTable() {
  const document = '../tests/ecosystem/document.mjs';
  const { writeApplications } = await import(document);
  writeApplications(results);
}
