import { expect, test, vi } from 'vitest';
import { createServer, type Outline } from '../src/index.ts';
import { OUTLINE } from '../src/internal/registration/read-outline.ts';

const outlineOf = (app: object): Outline => (app as { [OUTLINE](): Outline })[OUTLINE]();

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
  expect(outlineOf(outer)).toMatchObject({
    entries: [{ path: '/in', inner: { entries: [{ path: '/route' }] } }],
  });
});
