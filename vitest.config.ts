import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { findChromium } from './scripts/chromium.mjs';
import { readWorkspace } from './scripts/workspace.mjs';

// Its files import much and change nothing of it: with a process for each, importing would take most of the time.
const shared = new Set(['@nextpress/ecosystem']);

// Tests run the sources: every package of the workspace resolves to its src/ through this condition.
const conditions = ['@nextpress/source'];

// `npm test` says so when there is no browser.
const exclude = findChromium() === undefined ? ['test/**/*.browser.test.ts'] : [];
// Paths from the root, with commas between; `npm run test:matrix` says what it leaves out.
const leftOut = (process.env.NEXTPRESS_LEFT_OUT ?? '').split(',');

const projects = readWorkspace()
  .filter(({ folder }) => existsSync(join(folder, 'test')))
  .map(({ name, path }) => ({
    root: path,
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      name,
      include: ['test/**/*.test.ts'],
      exclude: [...exclude, ...leftOutOf(path)],
      isolate: !shared.has(name),
      // How busy the machine is decides no test.
      testTimeout: 30_000,
      hookTimeout: 30_000,
    },
  }));

/** What is left out of a project, as paths from its folder. */
function leftOutOf(folder: string) {
  return leftOut.flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : []));
}

// One for each processor: vitest would leave one idle, which is half of them where there are two, and most tests wait for
// sockets and for other processes.
export default defineConfig({ test: { projects, maxWorkers: availableParallelism() } });
