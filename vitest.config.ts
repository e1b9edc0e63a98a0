import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// Tests run the sources: every package of the workspace resolves to its src/ through this condition.
const conditions = ['@nextpress/source'];

const rooms = ['packages', 'internal', 'examples'];

const projects = rooms.flatMap((room) =>
  readdirSync(room, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => {
      const root = `${room}/${entry.name}`;
      return {
        root,
        resolve: { conditions },
        ssr: { resolve: { conditions, externalConditions: conditions } },
        test: {
          name: JSON.parse(readFileSync(`${root}/package.json`, 'utf8')).name as string,
          include: ['test/**/*.test.ts'],
        },
      };
    }),
);

export default defineConfig({ test: { projects } });
