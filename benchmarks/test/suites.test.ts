import { expect, test } from 'vitest';
import { baseline, servers } from '../servers.mjs';
import { readSuites } from '../suites.mjs';

const suites = await readSuites();
const scenarios = suites.flatMap((suite) => suite.scenarios);

test('scenarios have names of their own, over all suites', () => {
  const names = scenarios.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
});

test('every suite is named as its folder and has the baseline', () => {
  for (const { name, files } of suites) expect(files.has(baseline), name).toBe(true);
});

test('a scenario lists only servers that have a file', () => {
  for (const suite of suites) {
    for (const { name, servers: listed = [] } of suite.scenarios) {
      expect(
        listed.filter((server) => !suite.files.has(server)),
        name,
      ).toEqual([]);
    }
  }
});

test('one answer, or one for each request', () => {
  const uneven = scenarios.filter(
    ({ answer, requests }) => Array.isArray(answer) && answer.length !== requests.length,
  );
  expect(uneven).toEqual([]);
});

test('servers have names of their own', () => {
  const names = servers.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
