import { describe, expect, test } from 'vitest';
import { benchmarksResult } from '../../report/documents/benchmarks-result.mjs';
import { documentsOf } from '../../report/documents/documents.mjs';
import { replaceMarked } from '../../report/documents/marked-text.mjs';
import { performanceTables } from '../../report/documents/performance-tables.mjs';
import { readmeTable } from '../../report/documents/readme-table.mjs';
import { readRuns } from '../../report/result-files.mjs';
import { summarizeRun } from '../../report/summarize-run.mjs';
import { rates, resultOf } from './result-of.ts';

const result = resultOf(
  {
    hello: {
      'node-http': rates(100, 100),
      nextpress: rates(130, 132),
      fastify: rates(65, 65),
      express: rates(20, 20),
    },
    ping: {
      'node-http': rates(100, 100),
      nextpress: rates(90, 90),
      fastify: rates(70, 70),
      express: rates(20, 20),
    },
  },
  [{ server: 'go', reason: 'not installed' }],
);
const run = {
  id: 'node-20',
  node: result.node,
  result,
  scenarios: summarizeRun(result),
  suiteTitles: new Map([['hello', 'Hello, JSON']]),
  ablation: [],
};

describe('replaceMarked', () => {
  const marks = 'before\n<!-- result -->\nold\n<!-- end of result -->\nafter\n';

  test('writes between the marks alone', () => {
    expect(replaceMarked(marks, 'new', 'X.md')).toBe(
      'before\n<!-- result -->\n\nnew\n\n<!-- end of result -->\nafter\n',
    );
  });

  test('changes nothing the second time', () => {
    const once = replaceMarked(marks, 'new $& one', 'X.md');
    expect(replaceMarked(once, 'new $& one', 'X.md')).toBe(once);
  });

  test('refuses a document without its marks, by name', () => {
    for (const text of [
      'nothing',
      '<!-- result -->',
      '<!-- end of result --><!-- result -->',
      marks + marks,
    ]) {
      expect(() => replaceMarked(text, 'new', 'X.md')).toThrow('X.md has lost its marks');
    }
  });
});

test('the README says by how much Nextpress is ahead, and where it is not', () => {
  const text = readmeTable([run]);
  expect(text).toContain('| Hello, JSON (2) |');
  expect(text).toMatch(
    /0\.90–1\.31× \| \*\*1\.29–2\.02×\*\* \|\s+– \| \*\*4\.50–6\.55×\*\* \| node:http \(behind in 1\)/,
  );
  expect(text).toContain('- the scenario ping: node-http 1.11×');
  expect(text).toContain('by requests per second in 2.');
  expect(text).toContain('Abacus, 2 cores, linux x64, Node 20.19.0, 2026-11-21, commit c0ffee1');
});

test('the performance document has every scenario, with the best in bold and who is missing', () => {
  const text = performanceTables([run]);
  expect(text).toMatch(
    /\| the scenario hello \| \*\*1\.31×\*\* \|\s+0\.65× \|\s+0\.20× \| 1 of 3 \| Nextpress 1\.31× \|\s+2 % \|/,
  );
  expect(text).toContain('- `go`: not installed');
});

test('the README of the benchmarks counts', () => {
  expect(benchmarksResult([run])).toMatch(/\| Fastify\s+\|\s+2 \|\s+2 \|\s+0 \|\s+0 \|/);
});

test('every document has a place for its numbers', () => {
  expect(documentsOf([run]).map(({ path }) => path)).toEqual([
    'README.md',
    'docs/performance.md',
    'benchmarks/README.md',
  ]);
});

test('a file that is no result is refused by its name', async () => {
  await expect(readRuns([new URL('../../package.json', import.meta.url)])).rejects.toThrow(
    'package.json is no result of `npm run bench:full`',
  );
});
