import { createRouter, PatternError } from '@nextpress/router';
import { expect, test } from 'vitest';

test('static text beats a parameter and a parameter beats a wildcard, whatever the order', () => {
  const router = createRouter<string>()
    .add('GET', '/users/*rest', 'wildcard')
    .add('GET', '/users/:id', 'parameter')
    .add('GET', '/users/new', 'static');
  expect(router.find('GET', '/users/new')?.value).toBe('static');
  expect(router.find('GET', '/users/7')?.value).toBe('parameter');
  expect(router.find('GET', '/users/7/posts')?.value).toBe('wildcard');
  expect(router.find('GET', '/users/7/posts')?.params.rest).toEqual(['7', 'posts']);
});

test('by registration the earliest match wins', () => {
  const router = createRouter<string>({ precedence: 'registration' })
    .add('GET', '/users/:id', 'first')
    .add('GET', '/users/new', 'second')
    .add('*', '/users/*rest', 'third');
  expect(router.find('GET', '/users/new')).toMatchObject({ value: 'first', params: { id: 'new' } });
  expect(router.findAll('GET', '/users/new').map((match) => match.value)).toEqual([
    'first',
    'second',
    'third',
  ]);
  expect(router.methodsFor('/users/new')).toEqual(['GET', '*']);
});

test('two patterns that match the same paths are refused by specificity', () => {
  const router = createRouter<string>().add('GET', '/users/:id', 'first');
  expect(() => router.add('GET', '/users/:name', 'second')).toThrow(PatternError);
});
