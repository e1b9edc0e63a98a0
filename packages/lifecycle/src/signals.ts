/** @module SIGTERM and SIGINT close servers, and then exit the process. */

import { type EventEmitter, errorMonitor } from 'node:events';
import type { Server } from 'node:http';
import { constants } from 'node:os';
import { printThrown } from '@nextpress/semantics/thrown-value';
import type { CloseReport } from './close-options.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

type Close = () => Promise<CloseReport>;

/** Close functions by server, removed once the server has closed. */
const closers = new Map<object, Close>();
/** When the first signal arrived, in milliseconds of `process.uptime()`. */
let endingSince: number | undefined;

/** npm forwards signals that the terminal has already sent, so a repeat within this window (ms) counts as one. */
const SAME_SIGNAL = 500;

/**
 * Calls `close` on the first signal, unless the server has already closed, and exits the process when all servers have
 * closed. A second signal exits immediately. The process listens for signals only while there are such servers.
 */
export function closeOnSignals(server: Server, close: Close): void {
  server.once('close', () => ignoreSignals(server));
  (server as EventEmitter).once(errorMonitor, () => server.listening || ignoreSignals(server));
  if (closers.size === 0 && endingSince === undefined)
    for (const signal of SIGNALS) process.on(signal, onSignal);
  closers.set(server, close);
}

function ignoreSignals(server: object): void {
  closers.delete(server);
  // The process exits soon, and a second signal must exit it immediately.
  if (closers.size === 0 && endingSince === undefined)
    for (const signal of SIGNALS) process.off(signal, onSignal);
}

function onSignal(signal: NodeJS.Signals): void {
  const now = process.uptime() * 1_000;
  if (endingSince === undefined) {
    endingSince = now;
    void closeAll([...closers.values()]);
  } else if (now - endingSince > SAME_SIGNAL) process.exit(128 + constants.signals[signal]);
}

async function closeAll(closes: readonly Close[]): Promise<void> {
  const results = await Promise.allSettled(closes.map((close) => close()));
  for (const result of results) {
    if (result.status === 'fulfilled') reportCut(result.value);
    else {
      printThrown(result.reason);
      process.exitCode = 1;
    }
  }
  // Timers or database connections that the application left open must not keep the process alive.
  process.exit();
}

const reported = new WeakSet<CloseReport>();

/** Several servers of an application share one report. */
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
