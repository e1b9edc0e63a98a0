import { expect, test } from 'vitest';
import { flattenLayers } from '../src/index.ts';

const a = (): void => {};
const b = (): void => {};

test('lists are flattened to any depth, in order', () => {
  expect(flattenLayers([a, [[b], [[a]]]])).toEqual([a, b, a]);
});

test('an error names the place, and whose layer it is where that is known', () => {
  expect(() => flattenLayers([a, [undefined as never]])).toThrow(
    'layer 2 is a value of type undefined: write a',
  );
  expect(() => flattenLayers([7 as never], "get('/a')")).toThrow(
    "layer 1 of get('/a') is a value of type number",
  );
});

test('a factory of middleware is refused with what to write', () => {
  const cors = (): void => {};
  Object.assign(cors, { [Symbol.for('nextpress.factory')]: true });
  expect(() => flattenLayers([cors])).toThrow(/is cors, which is a factory: write cors\(\)$/);
});
