import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as main from '../src/index.ts';

test('the main entry exports everything that the modules export', async () => {
  const sources = readdirSync(new URL('../src/', import.meta.url)).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(
    sources.map(
      (name) => import(new URL(`../src/${name}`, import.meta.url).href) as Promise<Record<string, unknown>>,
    ),
  );
  expect({ ...main }).toEqual(Object.assign({}, ...modules));
});
