import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readOptions } from '../ablation/options.mjs';
import { builtModule, replacementModule } from '../ablation/replace-modules.mjs';
import { again, bare, rows } from '../ablation/rows.mjs';
import { cpuTable, rateTable } from '../ablation/table.mjs';
import type { Ablation } from '../result.mjs';

const pairs = rows.flatMap(({ name, modules }) =>
  Object.entries(modules).map(([module, file]) => ({ name, module, file })),
);

describe('the modules that are replaced', () => {
  test.each(pairs)('$module exports what $file does ($name)', async ({ module, file }) => {
    const source = builtModule(module).replace('/dist/modules/', '/src/').replace(/\.js$/, '.ts');
    const [own, other] = await Promise.all([import(source), import(replacementModule(file))]);
    expect(Object.keys(other)).toEqual(expect.arrayContaining(Object.keys(own)));
  });

  test('every replacement is used', async () => {
    for (const { file } of pairs) expect(existsSync(new URL(replacementModule(file)))).toBe(true);
  });
});

/** Rounds in which it took so many times the processor time without. */
function ablation(name: string, ratios: readonly number[], claimed = false): Ablation {
  const sample = (cpu: number) => ({ cpu, rate: 1_000_000 / cpu, busy: 1 });
  return {
    name,
    title: `title of ${name}`,
    without: 'something else',
    claimed,
    scenario: 'hello-10',
    scenarioTitle: 'hello',
    rounds: ratios.map((ratio) => ({ with: sample(10), without: sample(10 * ratio) })),
  };
}

describe('the table', () => {
  const measured = [
    ablation(bare, [2, 2, 2, 2]),
    ablation('prototypes', [1.2, 1.21, 1.19, 1.2], true),
    ablation('singletons', [1.02, 0.99, 1.01, 1], true),
    ablation(again, [1.03, 0.98, 1.01, 0.99]),
  ];
  const cells = (table: string) =>
    table.split('\n').map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );

  test('has a difference in bold where it is beyond the noise', () => {
    expect(cells(cpuTable(measured)).slice(2)).toEqual([
      ['the packages as they are', '10.0 µs', '', '', ''],
      ['title of again', '0.0 % (−1.2 to +1.5)', '', '', ''],
      ['title of prototypes', '**+20.0 % (+19.8 to +20.2)**', '1 of 1', '0 of 1', 'dearer'],
      ['title of singletons', '+0.5 % (−0.2 to +1.2)', '0 of 1', '0 of 1', 'dearer'],
      ['title of node-http', '**+100.0 % (+100.0 to +100.0)**', '', '', ''],
    ]);
  });

  test('has the rates of the same rounds', () => {
    expect(cells(rateTable(measured)).at(-1)).toEqual(['title of node-http', '−50.0 %']);
  });
});

describe('the options', () => {
  test('are everything without arguments', () => {
    expect(readOptions([])?.rows).toEqual(rows);
  });

  test('name the row that there is not', () => {
    expect(() => readOptions(['--row', 'nothing'])).toThrow(
      'there is no row "nothing": there are prototypes,',
    );
  });

  test('refuse to record a part', () => {
    expect(() => readOptions(['--record', '--row', 'batches'])).toThrow('--record writes the whole table');
  });
});
