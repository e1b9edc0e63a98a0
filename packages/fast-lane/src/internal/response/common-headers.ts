/** @module The field lines that nearly all responses of a second have in common, made once. */

import { AsyncResource } from 'node:async_hooks';
// The system's: a fake clock that goes away again would never call back.
import { setTimeout } from 'node:timers';

/** No request's context: a timer keeps the one in which it is set. */
const scope = new AsyncResource('NextpressDate');

let date: string | undefined;
let lines = '';
let linesTimeout = Number.NaN;

/**
 * `Date`, `Connection` and, for a time-out other than 0, `Keep-Alive`, as Node writes them (RFC 9110 §6.6.1, RFC 9112 §9.3).
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

/** Until the next second begins; the timer keeps nothing alive. */
function renewDate(): void {
  const now = new Date();
  date = now.toUTCString();
  linesTimeout = Number.NaN;
  scope.runInAsyncScope(() => setTimeout(forgetDate, 1000 - now.getMilliseconds()).unref());
}

function forgetDate(): void {
  date = undefined;
}
