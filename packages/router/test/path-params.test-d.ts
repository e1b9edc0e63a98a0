import type { PathParams } from '@nextpress/router';
import { expectTypeOf, test } from 'vitest';

test('PathParams has a property for each capture of a literal pattern', () => {
  expectTypeOf<keyof PathParams<'/users'>>().toEqualTypeOf<never>();
  expectTypeOf<PathParams<'/users/:id'>>().toEqualTypeOf<{ id: string }>();
  expectTypeOf<PathParams<'/users/:id/posts/:post'>>().toEqualTypeOf<{ id: string; post: string }>();
  expectTypeOf<PathParams<'/:file.:ext'>>().toEqualTypeOf<{ file: string; ext: string }>();
  expectTypeOf<PathParams<'/v:major/:from-:to'>>().toEqualTypeOf<{
    major: string;
    from: string;
    to: string;
  }>();
  expectTypeOf<PathParams<'/:größe/:$_0'>>().toEqualTypeOf<{ größe: string; $_0: string }>();
  expectTypeOf<PathParams<'/:"a \\"name\\""/:__proto__'>>().toEqualTypeOf<{
    'a "name"': string;
    __proto__: string;
  }>();
});

test('PathParams has optional properties for optional parts', () => {
  expectTypeOf<PathParams<'/:id?'>>().toEqualTypeOf<{ id?: string }>();
  expectTypeOf<PathParams<'/a{/:id}/b'>>().toEqualTypeOf<{ id?: string }>();
  expectTypeOf<PathParams<'/:a{/:b{/:c}}/:d'>>().toEqualTypeOf<{
    a: string;
    b?: string;
    c?: string;
    d: string;
  }>();
  expectTypeOf<PathParams<'/:id(\\d+)?'>>().toEqualTypeOf<{ id?: string }>();
});

test('PathParams has a list for a named wildcard and a string for a bare one', () => {
  expectTypeOf<PathParams<'/files/*path'>>().toEqualTypeOf<{ path: string[] }>();
  expectTypeOf<PathParams<'{/*path}'>>().toEqualTypeOf<{ path?: string[] }>();
  expectTypeOf<PathParams<'/*/x/*'>>().toEqualTypeOf<{ 0: string; 1: string }>();
  expectTypeOf<PathParams<'*'>>().toEqualTypeOf<{ 0: string }>();
});

test('PathParams ignores constraints and escapes', () => {
  expectTypeOf<PathParams<'/:id(\\d+)/:slug([(:x]+(?::y)\\))'>>().toEqualTypeOf<{
    id: string;
    slug: string;
  }>();
  expectTypeOf<PathParams<'/\\:no/:yes'>>().toEqualTypeOf<{ yes: string }>();
});

test('PathParams of string has any names', () => {
  expectTypeOf<PathParams<string>>().toEqualTypeOf<Record<string, string | string[]>>();
});

test('PathParams of a template has any names in addition to its own', () => {
  type Any = Record<string, string | string[]>;
  expectTypeOf<PathParams<`/users/${string}`>>().toEqualTypeOf<Any>();
  expectTypeOf<PathParams<`${string}/:id`>['id']>().toEqualTypeOf<string>();
  expectTypeOf<PathParams<`${string}/*path`>['path']>().toEqualTypeOf<string[]>();
  expectTypeOf<PathParams<`/v${number}/:id`>['id']>().toEqualTypeOf<string>();
  expectTypeOf<PathParams<`/v${number}/:id`>['other']>().toEqualTypeOf<string | string[]>();
  expectTypeOf<PathParams<Uppercase<string>>>().toEqualTypeOf<Any>();
  expectTypeOf<PathParams<`/v${1 | 2}/:id`>>().toEqualTypeOf<{ id: string }>();
});

test('PathParams of a union is a union', () => {
  expectTypeOf<PathParams<'/a/:a' | '/b/:b?'>>().toEqualTypeOf<{ a: string } | { b?: string }>();
  expectTypeOf<PathParams<'/a/:a' | `/b/${string}`>>().toEqualTypeOf<
    { a: string } | Record<string, string | string[]>
  >();
  expectTypeOf<PathParams<never>>().toBeNever();
});
