import { expect, test } from 'vitest';
import { readReportOptions } from '../../report/options.mjs';

test('without a word the page goes beside the results', () => {
  const options = readReportOptions([]);
  expect(options?.files).toEqual([]);
  expect(options?.page.pathname).toMatch(/\/benchmarks\/results\/report\.html$/);
});

test('files and the page are found from where the command was given', () => {
  const options = readReportOptions(['a.json', '--out', 'b/page.html'], '/here');
  expect(options?.files.map(({ pathname }) => pathname)).toEqual([expect.stringMatching(/\/here\/a\.json$/)]);
  expect(options?.page.pathname).toMatch(/\/here\/b\/page\.html$/);
});

test('an unknown option is refused', () => {
  expect(() => readReportOptions(['--pages'])).toThrow('--pages');
  expect(readReportOptions(['--help'])).toBeUndefined();
});
