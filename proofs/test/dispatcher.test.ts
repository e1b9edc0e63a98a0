import { expect, test } from 'vitest';
import { testOf } from '../oracle/dispatcher.mjs';
import { type Case, sample, smaller } from '../oracle/dispatcher-cases.mjs';
import { DISPATCHER_MUTATIONS } from '../oracle/dispatcher-mutations.mjs';
import { observe, written } from '../oracle/dispatcher-observe.mjs';
import { load } from '../oracle/under-test.mjs';

const current = await load('dispatcher-entry.ts', undefined, 'cases');

const matching = { path: true, method: true };
const pass = { who: 0, atOnce: true, does: 'pass' } as const;

test('the same seed generates the same requests', () => {
  expect(sample(50, 1)).toEqual(sample(50, 1));
  expect(sample(50, 2)).not.toEqual(sample(50, 1));
});

test('many of the generated requests enter several functions, also after an error', async () => {
  const found = { several: 0, failed: 0, recovered: 0 };
  for (const each of sample(400, 1)) {
    const { seen } = await observe(each, current);
    const entries = seen.filter((line) => line.startsWith('enter'));
    const failedAt = entries.findIndex((line) => !line.endsWith('-'));
    if (entries.length > 1) found.several++;
    if (failedAt !== -1) found.failed++;
    if (failedAt !== -1 && entries.slice(failedAt).some((line) => line.endsWith('-'))) found.recovered++;
  }
  expect(found.several).toBeGreaterThan(150);
  expect(found.failed).toBeGreaterThan(60);
  expect(found.recovered).toBeGreaterThan(15);
});

test('observe records what layers of a router and a route have answered', async () => {
  const route = { ...matching, kind: 4, inner: [{ ...matching, kind: 0 }] } as const;
  const layers = [{ ...matching, kind: 0 }, route, { ...matching, kind: 1 }] as const;
  const acts = [pass, { ...pass, does: 'throw nothing' } as const, pass];
  const { events, seen } = await observe({ layers, acts }, current);
  expect(events).toEqual([
    [0, 0, -1],
    [1, 1, 0, 1],
    [0, 2, -1],
  ]);
  expect(seen).toEqual(['enter 0 -', 'enter 1/0 -', 'enter 2 1', 'end  -']);
});

test('observe waits until the stack is unwound', async () => {
  const layers = Array.from({ length: 150 }, () => ({ ...matching, kind: 0 }) as const);
  const acts = Array.from({ length: 150 }, () => pass);
  const { events, seen } = await observe({ layers, acts, flat: { kind: 3, cut: 20 } }, current);
  expect(events.filter(([place = 0]) => place >= 0)).toHaveLength(150);
  expect(seen).toHaveLength(151);
  expect(seen.slice(-2)).toEqual(['enter 149 -', 'end  -']);
});

test('observe lists the layers that are reported for a late next()', async () => {
  const layers = [
    { ...matching, kind: 0 },
    { ...matching, kind: 0 },
  ] as const;
  const acts = [pass, { who: 1, atOnce: false, does: 'pass' }] as const;
  expect(written(await observe({ layers, acts }, current))).toBe('enter 0 -, enter 1 -, late 0');
});

test('observe sees a difference when the dispatcher has a mistake', async () => {
  const mutation = DISPATCHER_MUTATIONS.find(
    ({ mistake }) => mistake === 'an error is given to a request layer',
  );
  const each = {
    layers: [0, 0, 1].map((kind) => ({ ...matching, kind })),
    acts: [{ ...pass, does: 'error' }],
  } as Case;
  const mistaken = await load('dispatcher-entry.ts', mutation, 'test-dispatcher');
  expect((await observe(each, current)).seen).toEqual(['enter 0 -', 'enter 2 1']);
  expect((await observe(each, mistaken)).seen).not.toEqual(['enter 0 -', 'enter 2 1']);
});

test('smaller leaves out layers on all levels, and acts', () => {
  const inner = [{ ...matching, kind: 0 } as const];
  const each: Case = { layers: [{ ...matching, kind: 3, inner }], acts: [pass] };
  expect(smaller(each)).toEqual([
    { layers: [], acts: [pass] },
    { layers: each.layers, acts: [] },
    { layers: [{ ...matching, kind: 0 }], acts: [pass] },
    { layers: [{ ...matching, kind: 3, inner: [] }], acts: [pass] },
  ]);
});

test('smaller keeps the first chain of a list behind a function that can be a route', () => {
  const layers = [0, 1, 0].map((kind) => ({ ...matching, kind }) as Case['layers'][number]);
  const cuts = smaller({ layers, acts: [], flat: { kind: 3, cut: 3 } }).map(({ flat }) => flat?.cut);
  expect(cuts).toEqual([0, 1, 1, 2, 2, 1]);
});

test('testOf writes a disagreement as a test', () => {
  const text = testOf({ case: { layers: [], acts: [] }, expected: 'end  -', actual: '' });
  expect(text).toContain('await observe({"layers":[],"acts":[]}, await load(');
  expect(text).toContain('expect(written(observed)).toBe("end  -");');
});
