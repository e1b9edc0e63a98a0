import { expect, test } from 'vitest';
import * as events from '../src/index.ts';

test('the package exports these values', () => {
  expect(Object.keys(events).sort()).toEqual(['endLongLived', 'endOnShutdown', 'sse', 'stopEnding']);
});
