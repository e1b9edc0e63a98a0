// The runner: injects one fault after the other, and prints a row for each.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { show } from '../../scripts/child.mjs';
import { optionsOrEnd } from '../../scripts/command-line.mjs';
import { dim } from '../../scripts/terminal.mjs';
import { Campaign } from './campaign.mjs';
import { disk, mountCommand } from './disk.mjs';
import { readOptions, usage } from './options.mjs';
import { hasPassed, printReasons, printRow, printTitles } from './report.mjs';

const args = process.argv.slice(2);
const options = optionsOrEnd(readOptions, usage, args);
process.on('SIGINT', () => process.exit(130));

if (disk !== undefined) {
  process.exitCode = await run(disk);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'nextpress-chaos-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const mount = mountCommand(folder);
  process.exitCode = mount === undefined ? await run(folder) : await runInNamespace(mount);
}

/** @param {NonNullable<ReturnType<typeof mountCommand>>} mount */
function runInNamespace({ prefix, env }) {
  const [command = '', ...rest] = prefix;
  const self = fileURLToPath(import.meta.url);
  return show(command, [...rest, process.execPath, self, ...args, '--seed', String(options.seed)], { env });
}

/** @param {string} folder @returns {Promise<number>} The exit code. */
async function run(folder) {
  const { seed, fastLane } = options;
  console.log(`  seed ${seed}, Node ${process.versions.node}, fast lane ${fastLane}`);
  const files = join(folder, 'files');
  mkdirSync(files);
  const campaign = new Campaign(options, { data: folder, files, disk });
  const sum = { passed: 0, failed: 0 };
  /** @param {import('./report.mjs').Row} row */
  const print = (row) => {
    printRow(row);
    printReasons(row.reasons);
    sum[hasPassed(row) ? 'passed' : 'failed']++;
  };
  try {
    printTitles();
    print(await campaign.start());
    for (const fault of options.faults) {
      const row = await campaign.run(fault);
      if (typeof row === 'string') console.log(dim(`  - ${fault.name} skipped: ${row}`));
      else print(row);
    }
    print(await campaign.finish());
  } finally {
    await campaign.close();
  }
  const { passed, failed } = sum;
  console.log(
    `\n  Chaos  ${failed === 0 ? '' : `${failed} failed | `}${passed} passed (${passed + failed})\n`,
  );
  return failed === 0 ? 0 : 1;
}
