import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { findChromium } from './scripts/chromium.mjs';
import { root } from './scripts/root.mjs';
import { readWorkspace } from './scripts/workspace.mjs';

// Resolves every package of the workspace to its sources.
const conditions = ['@nextpress/source'];
const folders = readWorkspace().filter(({ folder }) => existsSync(join(folder, 'test')));
const inFolders = (pattern: string): string[] => folders.map(({ path }) => `${path}/test/**/${pattern}`);

/** `npm test -- --full` and `-- --night` set the variable; other commands name the files that they want. */
const level = process.env.NEXTPRESS_TESTS;
const unlessNamed = (kind: string): string => {
  const named = process.argv.filter((argument) => argument.includes(`.${kind}`));
  const names = named.map((path) => basename(path).split('.', 1)[0]);
  return `**/${names.length === 0 ? '*' : `!(${names.join('|')})`}.${kind}.test.ts`;
};

const exclude = [
  ...(level === undefined ? [unlessNamed('full')] : []),
  ...(level === 'night' ? [] : [unlessNamed('night')]),
  ...(findChromium() === undefined ? ['**/*.browser.test.ts'] : []),
];

/** Files that change their process for good, or ask V8 about its state. */
const isolated = [...inFolders('*.isolated.test.ts'), ...inFolders('*.shape.test.ts')];

const setupFiles = [join(root, 'tests/test-kit/src/fixed-seed.ts')];

const project = (name: string, test: { include: string[]; exclude: string[]; isolate: boolean }) => ({
  root,
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  // Generous, and the only limits, so that no test depends on the load of the machine. A poll fails before its test, and says what it saw.
  test: {
    name,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { interval: 5, timeout: 100_000 } },
    setupFiles,
    ...test,
  },
});

export default defineConfig({
  root,
  test: {
    projects: [
      // All other files share processes, which load each module once. A test restores what it changes.
      project('shared', {
        include: inFolders('*.test.ts'),
        exclude: [...exclude, ...isolated],
        isolate: false,
      }),
      project('isolated', { include: isolated, exclude, isolate: true }),
    ],
    // One more than processors, because many tests wait for sockets and child processes.
    maxWorkers: availableParallelism() + 1,
    // Of test.concurrent, which is for tests that wait.
    maxConcurrency: 20,
  },
});
