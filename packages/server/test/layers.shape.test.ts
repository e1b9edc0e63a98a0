import { isFast, sameShape } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { serverDialect } from '../src/internal/application/server-dialect.ts';
import { createPathRules } from '../src/internal/path/path-matcher.ts';
import { LayeredRoute } from '../src/internal/registration/layered-route.ts';
import { middlewareLayer } from '../src/internal/registration/make-layer.ts';
import { routeLayer } from '../src/internal/registration/route-layer.ts';

const rules = createPathRules(false, false, serverDialect);

test.each([
  ['layers of middleware', (at: number) => middlewareLayer(`/prefix${at}`, () => {}, rules)],
  ['layers of routes', (at: number) => routeLayer(new LayeredRoute(`/route${at}`), rules)],
  ['routes', (at: number) => new LayeredRoute(`/route${at}`)],
])('%s have fast properties and one shape', (_kind, make) => {
  // The first objects of a constructor have room for properties that V8 takes away later.
  const [one, other] = Array.from({ length: 20 }, (_, at) => make(at)).slice(-2) as [object, object];
  expect([isFast(one), sameShape(one, other)]).toEqual([true, true]);
});
