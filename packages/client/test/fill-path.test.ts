import { expect, test } from 'vitest';
import { fillPath } from '../src/fill-path.ts';

test.each([
  ['/users/:id', { id: 'a b' }, '/users/a%20b'],
  ['/users/:id', { id: 7 }, '/users/7'],
  ['/users/:id', { id: '../admin' }, '/users/..%2Fadmin'],
  ['/users/:id', { id: '%2e%2e' }, '/users/%252e%252e'],
  ['/users/:id', { id: 'a?b#c/d\\e' }, '/users/a%3Fb%23c%2Fd%5Ce'],
  ['/users/:id(\\d+)/posts', { id: 7 }, '/users/7/posts'],
  ['/users/:id?', {}, '/users'],
  ['/users/:id?', { id: 7 }, '/users/7'],
  ['/users{/:id}', {}, '/users'],
  ['/users{/:id}', { id: 7 }, '/users/7'],
  ['/a{/:b{/:c}}', { b: 1 }, '/a/1'],
  ['/a{/:b{/:c}}', { b: 1, c: 2 }, '/a/1/2'],
  ['/a{b}', {}, '/ab'],
  ['/files/*path', { path: ['a/b', 'c'] }, '/files/a%2Fb/c'],
  ['/:a-:b.:c', { a: 1, b: 2, c: 3 }, '/1-2.3'],
  ['/price\\:eur', {}, '/price:eur'],
  ['/:id', { id: new Date(0) }, '/1970-01-01T00%3A00%3A00.000Z'],
  ['/:constructor?', {}, ''],
])('%s with %j becomes %s', (pattern, params, path) => {
  expect(fillPath(pattern, params)).toBe(path);
});

test.each([
  ['/users/:id', {}],
  ['/users/:id', { id: '' }],
  ['/users/:toString', {}],
  ['/files/*path', { path: [] }],
])('%s with %j throws, because a param is missing', (pattern, params) => {
  expect(() => fillPath(pattern, params)).toThrow('expected a non-empty value');
});

test.each(['.', '..'])('a segment %s throws, because fetch would resolve it', (id) => {
  expect(() => fillPath('/users/:id/posts', { id })).toThrow('expected no segment "." or ".."');
  expect(() => fillPath('/users/:id', { id })).toThrow('Invalid params of /users/:id');
  expect(() => fillPath('/files/*path', { path: ['a', id] })).toThrow('Invalid params');
});
