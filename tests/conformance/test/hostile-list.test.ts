import { expect, test } from 'vitest';
import type { HostileFramework } from '../src/hostile/hostile-case.ts';
import { notApplicable } from '../src/hostile/not-applicable.ts';
import { rows } from '../src/hostile/rows.ts';
import { hostileCases, runHostileSuite } from '../src/hostile/run-hostile-suite.ts';

const withCases = Object.values(hostileCases).flatMap((cases) =>
  Object.entries(cases).map(([row, each]) => ({ row, count: Object.keys(each).length })),
);

test('every row of the list has a case or a reason, and none has both', () => {
  const covered = [...new Set(withCases.map(({ row }) => row)), ...Object.keys(notApplicable)];
  expect(covered.toSorted()).toEqual(Object.keys(rows).toSorted());
});

test('a row that is there has a case in it, and a reason says something', () => {
  expect(withCases.filter(({ count }) => count === 0)).toEqual([]);
  for (const reason of Object.values(notApplicable)) expect(reason.length).toBeGreaterThan(20);
});

test('each advisory is in one row, by its number', () => {
  const advisories = Object.values(rows).flat();
  expect(new Set(advisories).size).toBe(advisories.length);
  for (const id of advisories) expect(id).toMatch(/^(?:CVE-\d{4}-\d{4,}|GHSA(?:-[\da-z]{4}){3})$/);
});

test('runHostileSuite rejects an unknown name', () => {
  const subject = { name: 'none', framework: {} as HostileFramework, options: {} };
  expect(() => runHostileSuite({ ...subject, only: ['guards', 'path'] })).toThrow(/got path$/);
});
