import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';
import { findNativeRuntimes } from '../../scripts/native-runtimes.mjs';
import { checkAnswers } from '../runner/check.mjs';
import { startProcess } from '../runner/process.mjs';
import { commandOf, interpreterOf, startServer } from '../runner/server.mjs';
import { Unavailable } from '../runner/unavailable.mjs';
import { servers } from '../servers.mjs';
import type { Scenario } from '../suite.mjs';
import { readSuites } from '../suites.mjs';

type Server = (typeof servers)[number];
type Part = { path: string; scenario: Scenario };

const suites = await readSuites();
const runtimes = { node: process.execPath, ...findNativeRuntimes() };
const serveScenarios = fileURLToPath(new URL('serve-scenarios.mjs', import.meta.url));

/** The scenarios that a server takes part in. */
function partsOf({ name }: Server): Part[] {
  return suites.flatMap(({ files, scenarios }) => {
    const path = files.get(name);
    const own = scenarios.filter(({ servers: listed }) => listed?.includes(name) ?? true);
    return path === undefined ? [] : own.map((scenario) => ({ path, scenario }));
  });
}

/** All in one process. */
async function checkTogether(server: Server, parts: readonly Part[]) {
  const { title, runtime } = server;
  if (runtime === 'go' || parts.length === 0) return;
  const asked = parts.map(({ path, scenario }) => [path, scenario.name]);
  const command = [...interpreterOf({ runtime }, runtimes), serveScenarios, JSON.stringify(asked)];
  const { first: places, stop } = await startProcess(title, command);
  try {
    for (const [index, { scenario }] of parts.entries()) {
      const { port, unavailable } = places[index];
      if (unavailable === undefined) await check(port, scenario);
      else leaveOut(`${scenario.name} of ${title}`, unavailable);
    }
  } finally {
    await stop();
  }
}

async function checkAlone(server: Server, { path, scenario }: Part) {
  const contender = { ...server, path };
  const { port, stop } = await startServer(contender, scenario.name, commandOf(contender, runtimes));
  try {
    await check(port, scenario);
  } finally {
    await stop();
  }
}

async function check(port: number, scenario: Scenario) {
  try {
    await checkAnswers(port, scenario);
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`${scenario.name}: ${message.slice(0, 1_000)}`);
  }
}

function leaveOut(what: string, reason: string) {
  process.stderr.write(`  - without ${what}: ${reason}\n`);
}

describe.concurrent('every server answers rightly in every scenario of its suites:', () => {
  for (const server of servers) {
    test(server.title, { timeout: 120_000 }, async () => {
      const parts = partsOf(server);
      // Those that fork need the runner's own host.
      const alone = parts.filter(({ scenario }) => server.runtime === 'go' || scenario.cores !== undefined);
      const together = parts.filter((part) => !alone.includes(part));
      try {
        await checkTogether(server, together);
        for (const part of alone) await checkAlone(server, part);
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        leaveOut(server.title, error.message);
      }
    });
  }
});
