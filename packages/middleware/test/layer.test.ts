import { expect, test } from 'vitest';
import { flattenLayers } from '../src/index.ts';

const a = (): void => {};
const b = (): void => {};

test('flattenLayers() flattens lists of any depth, in order', () => {
  expect(flattenLayers([a, [[b], [[a]]]])).toEqual([a, b, a]);
});

test('flattenLayers() names the place and the owner of an invalid layer', () => {
  expect(() => flattenLayers([a, [undefined as never]])).toThrow(
    'Invalid layer 2: argument handler must be a function (req, res, next) or (error, req, res, next), got [object Undefined]',
  );
  expect(() => flattenLayers([7 as never], "get('/a')")).toThrow(
    "Invalid layer 1 of get('/a'): argument handler must be a function",
  );
});

test('flattenLayers() throws for a function that returns middleware', () => {
  const cors = (): void => {};
  Object.assign(cors, { [Symbol.for('nextpress.factory')]: true });
  expect(() => flattenLayers([cors])).toThrow(
    /expected middleware, got cors without a call: write cors\(\)$/,
  );
});
