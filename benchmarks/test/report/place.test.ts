import { describe, expect, test } from 'vitest';
import { placeOf } from '../../report/place.mjs';
import { summarizeRun } from '../../report/summarize-run.mjs';
import { behindList, tally } from '../../report/tally.mjs';
import { verdictOf } from '../../report/verdict.mjs';
import { rates, resultOf } from './result-of.ts';

const scenarios = summarizeRun(
  resultOf({
    won: {
      'node-http': rates(100, 100),
      nextpress: rates(130, 132),
      koa: rates(65, 65),
      bun: rates(200, 210),
    },
    lost: {
      'node-http': rates(100, 100),
      nextpress: rates(80, 80),
      koa: rates(60, 60),
      polka: rates(100, 100),
      'net-floor': rates(300, 300),
    },
    level: { 'node-http': rates(100, 100), nextpress: rates(101, 99), koa: rates(100, 101) },
    alone: { 'node-http': rates(100, 100), koa: rates(60, 60) },
  }),
);
const scenario = (name: string) => {
  const found = scenarios.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};

describe('placeOf', () => {
  test('counts what runs on Node, bare Node apart', () => {
    expect(placeOf(scenario('won'))).toMatchObject({
      rank: 1,
      of: 2,
      winner: { name: 'nextpress' },
      best: { name: 'bun' },
    });
    expect(placeOf(scenario('lost'))).toMatchObject({ rank: 2, of: 3, winner: { name: 'polka' } });
  });

  test('compares with everyone, within each round', () => {
    const standings = placeOf(scenario('won'))?.comparisons.map(({ other, standing }) => [
      other.name,
      standing,
    ]);
    expect(standings).toEqual([
      ['bun', 'behind'],
      ['node-http', 'ahead'],
      ['koa', 'ahead'],
    ]);
  });

  test('calls level what others in the scenario differ by from themselves', () => {
    const servers = {
      'node-http': rates(100, 100, 100),
      nextpress: rates(106, 104, 105),
      koa: rates(60, 80, 70),
      hono: rates(90, 70, 80),
      polka: rates(75, 95, 60),
    };
    const [noisy] = summarizeRun(resultOf({ noisy: servers }));
    const { koa: _koa, hono: _hono, polka: _polka, ...calm } = servers;
    const [still] = summarizeRun(resultOf({ still: calm }));
    expect(noisy && placeOf(noisy)?.comparisons.at(0)).toMatchObject({
      other: { name: 'node-http' },
      standing: 'level',
    });
    expect(still && placeOf(still)?.comparisons.at(0)).toMatchObject({
      other: { name: 'node-http' },
      standing: 'ahead',
    });
  });

  test('says nothing where Nextpress was not measured', () => {
    expect(placeOf(scenario('alone'))).toBeUndefined();
  });
});

describe('verdictOf', () => {
  test('says what is ahead, behind and level', () => {
    expect(verdictOf(scenario('won'))).toBe(
      'Nextpress: 1.31× bare node:http. First of 2 on Node, 2.02× the next, koa. The best of all is bun: 2.05× node:http.',
    );
    expect(verdictOf(scenario('lost'))).toBe(
      'Nextpress: 0.80× bare node:http, behind it. Second of 3 on Node: polka is 1.25× as good.',
    );
    expect(verdictOf(scenario('level'))).toBe(
      'Nextpress: level with bare node:http (1.00×). Second of 2 on Node, level with koa (1.00×).',
    );
    expect(verdictOf(scenario('alone'))).toBe('Nextpress was not measured here.');
  });

  test('does not call the first less good than the second', () => {
    // Beside bare Node, the median of three rounds of the one is more than that of two rounds of the other.
    const still = rates(50, 50, 50);
    const [odd] = summarizeRun(
      resultOf({
        odd: {
          'node-http': rates(100, 100, 100),
          nextpress: rates(104, 97, 130),
          koa: [...rates(107, 100), null],
          ...{ hono: still, polka: still, h3: still, express: still },
        },
      }),
    );
    expect(odd && placeOf(odd)?.comparisons[0]).toMatchObject({ other: { name: 'koa' }, standing: 'behind' });
    expect(odd && verdictOf(odd)).toBe(
      'Nextpress: level with bare node:http (1.04×). First of 6 on Node, level with koa (0.97×).',
    );
  });
});

describe('tally', () => {
  test('counts the scenarios beside those that people ask about', () => {
    expect(tally(scenarios)).toEqual([{ against: 'node:http', of: 3, ahead: 1, level: 1, behind: 1 }]);
  });
});

describe('behindList', () => {
  test('names everyone on Node who was better, without the floor', () => {
    expect(behindList(scenarios).map(({ scenario: { name }, others }) => [name, others])).toEqual([
      ['lost', 'node-http 1.25× and polka 1.25×'],
    ]);
  });
});
