/** @module Loaded into every Node process of a trial's command: reports tests, CPU time and ports. */

import { spawnSync } from 'node:child_process';
import { appendFileSync, realpathSync } from 'node:fs';
import { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setInterval } from 'node:timers';
import { isMainThread } from 'node:worker_threads';
import { type ProcessNote, SAMPLE_INTERVAL } from './internal/process-note.ts';
import { nodeReporter, reporterArguments } from './internal/reporters.ts';

const folder = process.env.NEXTPRESS_TRIAL;
// `process.cpuUsage()` includes the worker threads.
if (folder !== undefined && isMainThread) observe(folder, process.env.NEXTPRESS_TRIAL_REQUESTS !== undefined);

function observe(folder: string, sendsRequests: boolean): void {
  const { pid } = process;
  const file = join(folder, `process-${pid}.jsonl`);
  const note = (fact: ProcessNote): void => appendFileSync(file, `${JSON.stringify(fact)}\n`);
  const noteUsage = (): void => {
    const { user, system } = process.cpuUsage();
    note({ cpu: user + system });
  };
  process.once('exit', noteUsage);
  if (sendsRequests) {
    setInterval(noteUsage, SAMPLE_INTERVAL).unref();
    noteListening(Server.prototype, (host) => note({ url: `http://${host}` }));
    noteListening(TlsServer.prototype, (host) => note({ url: `https://${host}` }));
  } else addReporter(folder);
}

function noteListening(prototype: Server | TlsServer, note: (host: string) => void): void {
  const { listen } = prototype;
  prototype.listen = function (this: Server, ...args: unknown[]): Server {
    this.once('listening', () => {
      const address = this.address() as AddressInfo | string | null;
      if (typeof address !== 'object' || address === null) return;
      const { address: ip, port } = address;
      note(
        ip === '::' || ip === '0.0.0.0'
          ? `127.0.0.1:${port}`
          : `${ip.includes(':') ? `[${ip}]` : ip}:${port}`,
      );
    });
    return Reflect.apply(listen, this, args) as Server;
  } as typeof listen;
}

/** Makes the test runner that this process is about to run also write its results as JSON. */
function addReporter(folder: string): void {
  const { argv, execArgv, execPath, pid } = process;
  const results = join(folder, `results-${pid}.json`);
  if (execArgv.includes('--test')) {
    // Node has already read its options.
    if (execArgv.some((arg) => arg.startsWith('--test-reporter'))) return;
    const args = [...execArgv, ...nodeReporter(results), ...argv.slice(1)];
    process.exit(spawnSync(execPath, args, { stdio: 'inherit' }).status ?? 1);
  }
  const main = argv[1] === undefined ? '' : realPath(resolve(argv[1]));
  argv.push(...reporterArguments(main, results));
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // For example an extension that Node adds.
    return path;
  }
}
