// `npm test`: installs, builds, type-checks, and runs the tests once.
// Arguments go to vitest: `npm test -- packages/router`.
import { binOf, show } from './child.mjs';
import { findChromium } from './chromium.mjs';
import { install } from './install.mjs';
import { announce, orExit, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

announce('test');
orExit(await step('install', install));
orExit(await step('build and types', () => turbo(['build', 'typecheck'])));
if (findChromium() === undefined) {
  console.log('  - browser         skipped: found no Chromium for *.browser.test.ts; set CHROMIUM_PATH');
}
process.exitCode = await show(process.execPath, [binOf('vitest'), 'run', ...process.argv.slice(2)]);
