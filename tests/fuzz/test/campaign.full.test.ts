import type { Server } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { FuzzCase } from '../bytes/case.mjs';
import { bytesMode } from '../bytes/mode.mjs';
import { campaign, confirmed, type Finding } from '../campaign.mjs';
import { bugs } from './broken-servers.ts';

const seed = 20;

/** A few requests are enough. With many odd ones it takes thousands of tries to rule out all exemptions. */
const mostUnits = 3;

describe('the fuzzer finds a broken server', () => {
  test.each(Object.entries(bugs))('%s', async (_name, wrap) => {
    expect(await findsBug(wrap)).toBe(true);
  });
});

test('a plain server does not differ from itself', async () => {
  expect(await fuzz((server) => server, 500, 5)).toEqual({ tried: 500, findings: [], repeated: 0 });
});

test('a finding is minimized and shows what both servers did', async () => {
  const wrap = bugs['a reason phrase is wrong'];
  const { findings } = await fuzz(wrap ?? raise, 20, 1);
  const [first] = findings as [Finding];
  const { units, cuts, probe } = first.case as FuzzCase;
  expect(units).toHaveLength(1);
  expect(units[0]?.length).toBeLessThan(60);
  expect(cuts).toEqual([]);
  expect(Object.values(probe)).not.toContain(true);
  const bytes = first.differences.find(({ path }) => path === 'bytes');
  expect(bytes?.node).toContain('200 OK');
  expect(bytes?.lane).toContain('200 Ok');
  expect(first.text).toContain('server: plain');
});

async function findsBug(wrap: (server: Server) => Server): Promise<boolean> {
  const mode = bytesMode(wrap);
  try {
    for (let number = 0; number < 600; number++) {
      const fuzzCase = mode.generate(seed, number);
      if (fuzzCase.units.length > mostUnits) continue;
      if ((await confirmed(mode, fuzzCase)).length > 0) return true;
    }
    return false;
  } finally {
    mode.close();
  }
}

async function fuzz(wrap: (server: Server) => Server, cases: number, most: number) {
  const mode = bytesMode(wrap);
  try {
    const bounds = { seed, first: 0, cases, deadline: Number.POSITIVE_INFINITY, findings: most };
    return await campaign(mode, bounds, { tell: () => {}, found: () => {} });
  } finally {
    mode.close();
  }
}

function raise(): never {
  throw new Error('unknown bug');
}
