import { existsSync } from 'node:fs';
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
// `npm run test:matrix` says what it leaves out.
if (process.env.NEXTPRESS_LEFT_OUT !== undefined) exclude.push(process.env.NEXTPRESS_LEFT_OUT);

const projects = readWorkspace()
  .filter(({ folder }) => existsSync(join(folder, 'test')))
  .map(({ name, path }) => ({
    root: path,
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: { name, include: ['test/**/*.test.ts'], exclude, isolate: !shared.has(name) },
  }));

export default defineConfig({ test: { projects } });
