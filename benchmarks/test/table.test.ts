import { expect, test } from 'vitest';
import { replaceMarked } from '../documents.mjs';
import { textOf } from '../results.mjs';
import { TABLE_ROWS, TABLE_SERVERS, tableOf } from '../table.mjs';

const load = {
  cpu: [9.5, 10, 10.5] as const,
  rate: [90_000, 90_321, 91_000] as const,
  busy: 0.95,
};

const result = {
  node: '24.1.0',
  date: '2026-01-02T03:04:05.000Z',
  commit: 'abc',
  command: 'npm run bench -- --table --node 24',
  machine: { processor: 'CPU', cores: 2, memory: 8, platform: 'linux x64', pinned: true, load: 0 },
  load: { rounds: 5, seconds: 2, heads: 4_096, connections: 100, starts: 20 },
  versions: { fastify: '5.0.0', hono: '4.0.0', express: '5.0.1', nextpress: '0.0.0' },
  rows: {
    hello: Object.fromEntries(TABLE_SERVERS.map((server) => [server, load])),
    start: { nextpress: { ms: [90, 95.4, 99] as const } },
    memory: { nextpress: { mb: [100, 101.6, 110] as const } },
  },
};

test('tableOf writes a row for each measured scenario and a column for each server', () => {
  const lines = tableOf(result).split('\n');
  const cells = (line = '') => line.split('|').map((cell) => cell.trim());
  expect(cells(lines[0])).toEqual([
    ...['', '', 'node:http 24', 'Fastify 5.0.0', 'Fastify 5.0.0, schemas', 'Hono 4.0.0', 'Express 5.0.1'],
    ...['Nextpress', ''],
  ]);
  expect(cells(lines[2])[2]).toBe('10.0 µs / 90,300');
  expect(cells(lines[3]).at(-2)).toBe('95 ms');
  expect(cells(lines[4]).at(-2)).toBe('102 MB');
});

test('tableOf states the conditions of the measurement', () => {
  const text = tableOf(result);
  expect(text).toContain('Medians of 5 rounds of 2 s; half of the rounds lie within ± 5 % of the CPU times');
  expect(text).toContain('4,096 different request heads in random order, 100 connections.');
  expect(text).toContain('CPU, 2 cores, linux x64, server and load generator on separate cores, Node 24.1.0');
  expect(text).toContain('2026-01-02, commit abc: `npm run bench -- --table --node 24`.');
  expect(text).not.toContain('waited for the load generator');
});

test('tableOf marks a rate when the server was not busy', () => {
  const idle = { ...result, rows: { hello: { nextpress: { ...load, busy: 0.5 } } } };
  expect(tableOf(idle)).toContain('10.0 µs / 90,300\\*');
  expect(tableOf(idle)).toContain('\\* The server waited for the load generator');
});

test('the table has at most eight rows', () => {
  expect(TABLE_ROWS.length).toBeLessThanOrEqual(8);
});

test('replaceMarked replaces what is between the markers', () => {
  const start = '<!-- performance table -->';
  const end = '<!-- end of performance table -->';
  const text = `before\n${start}\nold\n${end}\nafter`;
  expect(replaceMarked(text, 'new')).toBe(`before\n${start}\n\nnew\n\n${end}\nafter`);
  expect(replaceMarked(replaceMarked(text, 'new'), 'new')).toBe(replaceMarked(text, 'new'));
  expect(() => replaceMarked('no markers', 'new')).toThrow('Missing markers');
});

test('textOf writes JSON with a line for each server of a row', () => {
  const text = textOf(result);
  expect(JSON.parse(text)).toEqual(result);
  expect(text.split('\n').filter((line) => line.includes('"cpu"')).length).toBe(TABLE_SERVERS.length);
});
