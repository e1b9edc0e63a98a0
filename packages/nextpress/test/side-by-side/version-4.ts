/** @module Express 4, and `nextpress/express` as an application of version 4 loads it. */
import theirs from 'express-4';
import { vi } from 'vitest';
import type { Express, Pair } from './compare.ts';

vi.stubEnv('NEXTPRESS_EXPRESS', '4');
vi.resetModules();
const { default: ours } = (await import('nextpress/express')) as unknown as { default: Express };
vi.unstubAllEnvs();
// Other files of this process get the default version.
vi.resetModules();

export const VERSION_4: Pair = { theirs: theirs as unknown as Express, ours };
