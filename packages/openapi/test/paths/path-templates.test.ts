import { expect, test } from 'vitest';
import { pathTemplates } from '../../src/paths/path-templates.ts';

test.each([
  ['/', ['/']],
  ['/users', ['/users']],
  ['/users/', ['/users']],
  ['/users/:id', ['/users/{id}']],
  ['/:name.:ext', ['/{name}.{ext}']],
  ['/:"file name"/x', ['/{file name}/x']],
  ['/users{/:id}', ['/users', '/users/{id}']],
  ['/a{/:b{/:c}}', ['/a', '/a/{b}', '/a/{b}/{c}']],
  ['{/:locale}/home', ['/home', '/{locale}/home']],
  ['/files/*path', ['/files/{path}']],
  ['/:id(\\d+)', ['/{id}']],
  ['/:id([a-z]{2,3})/x', ['/{id}/x']],
  ['/:kind((?:cat|dog)-)x', ['/{kind}-x']],
  ['/a\\:b', ['/a:b']],
  ['/a\\{b\\}', ['/a%7Bb%7D']],
  // Express 4.
  ['/users/:id?', ['/users', '/users/{id}']],
  ['/files/*', ['/files/{0}']],
  ['/v(\\d+)/:id', ['/v{0}/{id}']],
  ['/:path+', ['/{path}']],
  ['/:path*', ['/{path}']],
  ['/users(/page/:page)?', ['/users', '/users/page/{page}']],
  ['/(.*)', ['/.{0}']],
  ['/x[ab]', []],
])('%s becomes %j', (pattern, paths) => {
  expect(pathTemplates(pattern).map(({ path }) => path)).toEqual(paths);
});

test('params keep their constraints, and wildcards are marked', () => {
  expect(pathTemplates('/:id(\\d+)/*rest')[0]?.params).toEqual([
    { name: 'id', isWildcard: false, constraint: '\\d+' },
    { name: 'rest', isWildcard: true, constraint: undefined },
  ]);
});

test('only templates that include an optional group have its params', () => {
  expect(pathTemplates('/users{/:id}').map(({ params }) => params.map(({ name }) => name))).toEqual([
    [],
    ['id'],
  ]);
});
