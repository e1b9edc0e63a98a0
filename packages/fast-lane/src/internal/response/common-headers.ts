/** @module The header lines that all responses within a second share. */

import { AsyncResource } from 'node:async_hooks';
// Not the global: a fake clock that is uninstalled would never call back.
import { setTimeout } from 'node:timers';

/** The timer must not capture a request's context. */
const scope = new AsyncResource('NextpressDate');

let date: string | undefined;
let lines = '';
let linesTimeout = Number.NaN;

/**
 * Returns `Date`, `Connection` and, for a timeout other than 0, `Keep-Alive`, as Node writes them (RFC 9110 §6.6.1, RFC 9112 §9.3).
 *
 * @param keepAliveTimeout - in milliseconds
 */
export function commonHeaders(keepAliveTimeout: number): string {
  if (date === undefined) renewDate();
  if (keepAliveTimeout !== linesTimeout) {
    const hint = keepAliveTimeout ? `Keep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}\r\n` : '';
    lines = `Date: ${date}\r\nConnection: keep-alive\r\n${hint}`;
    linesTimeout = keepAliveTimeout;
  }
  return lines;
}

/** The timer runs until the next second starts, and does not keep the process alive. */
function renewDate(): void {
  const now = new Date();
  date = now.toUTCString();
  linesTimeout = Number.NaN;
  scope.runInAsyncScope(() => setTimeout(forgetDate, 1000 - now.getMilliseconds()).unref());
}

function forgetDate(): void {
  date = undefined;
}
