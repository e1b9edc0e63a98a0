// What a request costs apart from time, which does not depend on the machine. After a change that is worth its costs, run this file on each
// Node of the matrix with WRITE_REQUEST_COSTS=1.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { matrixNodes } from '../../../../scripts/node-matrix.mjs';
import { type Costs, measureCosts, whyNoCalls } from './measure-costs.ts';

/** Bytes differ between versions of Node, whose own code allocates too. */
type Budget = Omit<Costs, 'bytes'> & { readonly bytes: Readonly<Record<string, number>> };

const file = fileURLToPath(new URL('request-costs.json', import.meta.url));
const budgets: Record<string, Record<string, Budget>> = JSON.parse(readFileSync(file, 'utf8'));
const { node } = process.versions;
const versions = matrixNodes().map(({ version }) => version);
const hasBytes = process.arch === 'x64' && versions.includes(node);
/** Less than the smallest object literal, which takes 56 bytes. Runs differ by less than 20. */
const SLACK = 32;

if (process.platform !== 'linux') console.warn('Skipped: costs of requests, which are measured on Linux');
else if (whyNoCalls() !== undefined) console.warn(`Skipped: system calls of requests: ${whyNoCalls()}`);
if (!hasBytes)
  console.warn(`Skipped: bytes of requests, which have no budgets on Node ${node} for ${process.arch}`);

test.runIf(process.platform === 'linux').each(['createServer()', 'express()'])(
  '%s spends no more on a request than its budget',
  async (server) => {
    const costs = await measureCosts(server);
    if (process.env.WRITE_REQUEST_COSTS === '1') writeBudgets(server, costs);
    const differences = Object.entries(costs).flatMap(([request, each]) =>
      differencesOf(each, budgets[server]?.[request]).map((text) => `${server}, ${request}: ${text}`),
    );
    expect(differences).toEqual([]);
  },
);

test.runIf(versions.length > 0)('the budgets of requests are those of the Nodes in the matrix', () => {
  for (const { bytes } of Object.values(budgets).flatMap((each) => Object.values(each)))
    expect(Object.keys(bytes)).toEqual(versions);
});

function differencesOf(costs: Costs, budget: Budget | undefined): string[] {
  const rows = [
    ['bytes allocated', costs.bytes, hasBytes ? budget?.bytes[node] : undefined, SLACK],
    ['system calls', costs.calls, budget?.calls, 0],
    ['stack frames above the handler', costs.frames, budget?.frames, 0],
  ] as const;
  return rows.flatMap(([what, cost, limit, slack]) => {
    if (cost === undefined || limit === undefined || Math.abs(cost - limit) <= slack) return [];
    const than = `than the budget of ${limit}`;
    return `${cost} ${what} per request, ${cost > limit ? `${cost - limit} more ${than}` : `${limit - cost} fewer ${than}: lower it`}`;
  });
}

function writeBudgets(server: string, costs: Readonly<Record<string, Costs>>): void {
  budgets[server] = Object.fromEntries(
    Object.entries(costs).map(([request, { frames, calls, bytes }]) => {
      const old = budgets[server]?.[request];
      const all: Record<string, number | undefined> = { ...old?.bytes, ...(hasBytes && { [node]: bytes }) };
      const known = versions.flatMap((version) =>
        all[version] === undefined ? [] : [[version, all[version]]],
      );
      return [request, { frames, calls: calls ?? old?.calls, bytes: Object.fromEntries(known) }];
    }),
  );
  writeFileSync(file, `${JSON.stringify(budgets, null, 2)}\n`);
}
