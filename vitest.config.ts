import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { findChromium } from './scripts/chromium.mjs';
import { readWorkspace } from './scripts/workspace.mjs';

// Resolves every package of the workspace to its sources.
const conditions = ['@nextpress/source'];

// Packages whose tests change nothing that another file sees: their files share a process, which loads modules once.
const shared = new Set([
  '@nextpress/body',
  '@nextpress/cors',
  '@nextpress/ecosystem',
  '@nextpress/form-body',
  '@nextpress/json-body',
  '@nextpress/middleware',
  '@nextpress/router',
  '@nextpress/semantics',
  '@nextpress/server',
  '@nextpress/static',
]);

const exclude = [
  // `npm test -- --full` runs them, and so does .ci/run.
  ...(process.env.NEXTPRESS_FULL_TESTS === '1' ? [] : ['test/**/*.full.test.ts']),
  ...(findChromium() === undefined ? ['test/**/*.browser.test.ts'] : []),
];

const projects = readWorkspace()
  .filter(({ folder }) => existsSync(join(folder, 'test')))
  .map(({ name, path }) => ({
    root: path,
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      name,
      include: ['test/**/*.test.ts'],
      exclude,
      isolate: !shared.has(name),
      // Generous, so that no test depends on the load of the machine.
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  }));

// Vitest would leave one processor idle.
export default defineConfig({ test: { projects, maxWorkers: availableParallelism() } });
