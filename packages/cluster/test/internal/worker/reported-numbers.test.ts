import { expect, test } from 'vitest';
import { ReportedNumbers } from '../../../src/internal/worker/reported-numbers.ts';

test('the numbers of several sources are summed by name', () => {
  const numbers = new ReportedNumbers();
  numbers.add({ counters: () => ({ requests: 1, errors: 2 }), gauges: () => ({ open: 3 }) });
  numbers.add({ counters: () => ({ requests: 4 }) });
  expect(numbers.read('counters')).toEqual({ requests: 5, errors: 2 });
  expect(numbers.read('gauges')).toEqual({ open: 3 });
});

test('a source that is not a function throws', () => {
  const source = { counters: { requests: 1 } };
  expect(() => new ReportedNumbers().add(source as never)).toThrow(
    'Invalid "counters" of reportMetrics(): expected a function that returns numbers by name, got an object.',
  );
});

test.each(['1', Number.NaN, undefined])('the value %j throws when it is read', (value) => {
  const numbers = new ReportedNumbers();
  numbers.add({ gauges: () => ({ open: value as number }) });
  expect(() => numbers.read('gauges')).toThrow('Invalid metric "open": expected a finite number, got ');
});
