import { expect, test } from 'vitest';
import type { HostileFramework } from '../src/hostile/hostile-case.ts';
import { notYet } from '../src/hostile/not-yet.ts';
import { rows } from '../src/hostile/rows.ts';
import { hostileCases, runHostileSuite } from '../src/hostile/run-hostile-suite.ts';

const withCases = Object.values(hostileCases).flatMap((cases) =>
  Object.entries(cases).map(([row, each]) => ({ row, count: Object.keys(each).length })),
);

test('every row of the list has a case or a reason, and none has both', () => {
  const covered = [...new Set(withCases.map(({ row }) => row)), ...Object.keys(notYet)];
  expect(covered.toSorted()).toEqual(Object.keys(rows).toSorted());
});

test('a row that is there has a case in it, and a reason says something', () => {
  expect(withCases.filter(({ count }) => count === 0)).toEqual([]);
  for (const reason of Object.values(notYet)) expect(reason.length).toBeGreaterThan(20);
});

test('an advisory stands in one row, by its number', () => {
  const advisories = Object.values(rows).flat();
  expect(new Set(advisories).size).toBe(advisories.length);
  for (const id of advisories) expect(id).toMatch(/^(?:CVE-\d{4}-\d{4,}|GHSA(?:-[\da-z]{4}){3})$/);
});

test('a name that no cases have is told, and does not leave them out', () => {
  const subject = { name: 'none', framework: {} as HostileFramework, options: {} };
  expect(() => runHostileSuite({ ...subject, only: ['guards', 'path'] })).toThrow(/about path$/);
});
