// `npm run test:ecosystem`: middleware written for Express, on Express and on Nextpress. `-- --write` writes the results to
// docs/ecosystem.md; without it, the page must match them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binOf, show } from './child.mjs';
import { install } from './install.mjs';
import { announce, orExit, step } from './terminal.mjs';

const asked = process.argv.slice(2);
const unknown = asked.find((argument) => argument !== '--write');
if (unknown !== undefined) {
  console.error(`Unknown option "${unknown}": expected --write`);
  process.exit(1);
}

announce('test:ecosystem');
orExit(await step('install', install));
const folder = mkdtempSync(join(tmpdir(), 'nextpress-ecosystem-'));
const file = join(folder, 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
const code = await show(process.execPath, [binOf('vitest'), 'run', 'tests/ecosystem/test/', ...reporters]);
const report = JSON.parse(readFileSync(file, 'utf8'));
rmSync(folder, { recursive: true });
process.exitCode = code;
if (code === 0) await compareOrWrite();

async function compareOrWrite() {
  // In a variable, so that the scripts are type-checked without the suite.
  const document = '../tests/ecosystem/document.mjs';
  const { documentFile, documentOf } = await import(document);
  const text = documentOf(report);
  if (asked.includes('--write')) writeFileSync(documentFile, text);
  else if (readFileSync(documentFile, 'utf8') !== text) {
    console.error('docs/ecosystem.md does not match the results: run `npm run test:ecosystem -- --write`.');
    process.exitCode = 1;
  }
}
