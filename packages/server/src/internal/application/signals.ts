/** @module SIGTERM and SIGINT close every application that listens with the option `signals`, and then end the process. */

import { constants } from 'node:os';
import type { CloseReport } from '../../closing.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

type Close = () => Promise<CloseReport>;

/** By server: it is removed when it has closed. */
const closers = new Map<object, Close>();
let isEnding = false;

/** Calls back on the first signal. The process listens for signals only while there are such servers. */
export function closeOnSignals(server: object, close: Close): void {
  if (closers.size === 0 && !isEnding) for (const signal of SIGNALS) process.on(signal, onSignal);
  closers.set(server, close);
}

export function ignoreSignals(server: object): void {
  closers.delete(server);
  // The process ends soon, and a second signal has to end it at once.
  if (closers.size === 0 && !isEnding) for (const signal of SIGNALS) process.off(signal, onSignal);
}

function onSignal(signal: NodeJS.Signals): void {
  if (isEnding) process.exit(128 + constants.signals[signal]);
  isEnding = true;
  void closeAll([...closers.values()]);
}

async function closeAll(closes: readonly Close[]): Promise<void> {
  const results = await Promise.allSettled(closes.map((close) => close()));
  for (const result of results) {
    if (result.status === 'fulfilled') reportCut(result.value);
    else {
      console.error(result.reason);
      process.exitCode = 1;
    }
  }
  // User code may have left timers or connections to databases, which must not keep a closed server alive.
  process.exit();
}

const reported = new WeakSet<CloseReport>();

/** Several servers of an application have one report. */
function reportCut(report: CloseReport): void {
  const { cut } = report;
  if (cut.length === 0 || reported.has(report)) return;
  reported.add(report);
  const list = cut.map(({ method, url }) =>
    method === undefined ? 'without a request' : `${method} ${url}`,
  );
  const count = cut.length === 1 ? '1 connection' : `${cut.length} connections`;
  console.error(`Shutdown cut ${count} after the grace period: ${list.join(', ')}`);
}
