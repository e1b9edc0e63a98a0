// `npm test`: installs, builds, type-checks, and runs the tests once. `-- --full` adds the tests that take long, which
// .ci/run runs, and `-- --night` all generated cases; other arguments go to vitest: `npm test -- packages/router`.
import { binOf, show } from './child.mjs';
import { findChromium } from './chromium.mjs';
import { install } from './install.mjs';
import { announce, orExit, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

const LEVELS = ['full', 'night'];
const level = LEVELS.findLast((name) => process.argv.includes(`--${name}`));
const args = process.argv.slice(2).filter((argument) => !LEVELS.includes(argument.slice('--'.length)));

announce('test');
orExit(await step('install', install));
orExit(await step('build and types', () => turbo(['build', 'typecheck'])));
if (findChromium() === undefined) {
  console.log(
    '  - browser         skipped: found no Chromium for *.browser.test.ts and the site of docs; set CHROMIUM_PATH',
  );
}
if (level === undefined) console.log('  - long tests      run with -- --full: *.full.test.ts');
process.exitCode = await show(process.execPath, [binOf('vitest'), 'run', ...args], {
  env: level === undefined ? {} : { NEXTPRESS_TESTS: level },
});
