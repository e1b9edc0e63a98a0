import { ROUTES } from '@nextpress-internal/internals/keys';
import { expect, test, vi } from 'vitest';
import { createServer, type RouteTable } from '../src/index.ts';

const tableOf = (app: object): RouteTable => (app as { [ROUTES](): RouteTable })[ROUTES]();

test('an application tells an application of another copy of the package where it is mounted', async () => {
  vi.resetModules();
  const copy = await import('../src/index.ts');
  const outer = createServer();
  const inner = copy.createServer().get('/route', (_req, res) => res.send('ok'));
  const mounts: unknown[] = [];
  inner.on('mount', (parent) => mounts.push(parent));
  outer.use('/in', inner);
  expect(mounts).toEqual([outer]);
  expect(inner.path()).toBe('/in');
  const paths = (): unknown[] => tableOf(outer).map(({ kind, path }) => `${kind} ${path}`);
  expect(paths()).toEqual(['application /in', 'route /in/route']);
  inner.get('/later', (_req, res) => res.send('ok'));
  expect(paths()).toEqual(['application /in', 'route /in/route', 'route /in/later']);
  expect(outer.routes()).toEqual([]);
});
