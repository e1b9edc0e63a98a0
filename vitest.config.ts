import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { readWorkspace } from './scripts/workspace.mjs';

// Tests run the sources: every package of the workspace resolves to its src/ through this condition.
const conditions = ['@nextpress/source'];

const projects = readWorkspace()
  .filter(({ folder }) => existsSync(join(folder, 'test')))
  .map(({ name, path }) => ({
    root: path,
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: { name, include: ['test/**/*.test.ts'] },
  }));

export default defineConfig({ test: { projects } });
