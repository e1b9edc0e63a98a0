// `npm test`: installs, builds, type-checks, and runs the tests once. `-- --full` adds the tests that take long, which
// .ci/run runs; other arguments go to vitest: `npm test -- packages/router`.
import { binOf, show } from './child.mjs';
import { findChromium } from './chromium.mjs';
import { install } from './install.mjs';
import { announce, orExit, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

const args = process.argv.slice(2).filter((argument) => argument !== '--full');
const isFull = process.argv.includes('--full');

announce('test');
orExit(await step('install', install));
orExit(await step('build and types', () => turbo(['build', 'typecheck'])));
if (findChromium() === undefined) {
  console.log(
    '  - browser         skipped: found no Chromium for *.browser.test.ts and the site of docs; set CHROMIUM_PATH',
  );
}
if (!isFull) console.log('  - long tests      skipped: *.full.test.ts run with -- --full');
process.exitCode = await show(process.execPath, [binOf('vitest'), 'run', ...args], {
  env: isFull ? { NEXTPRESS_FULL_TESTS: '1' } : {},
});
