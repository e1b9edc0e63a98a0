/**
 * When a step runs: in the handler's own call, some ticks later, when the exchange is idle, or in a listener of the object's
 * own event.
 *
 * @typedef {'sync' | 'tick' | 'settled' | 'event'} Moment
 */

const destroying = new Set(['req.destroy', 'res.destroy', 'socket.destroy']);
const socketBound = new Set(['res.cork', 'res.uncork', 'res.setTimeout', 'req.setTimeout']);
const interim = new Set(['res.writeContinue', 'res.writeProcessing', 'res.writeEarlyHints']);
const writing = new Set([
  'write',
  'end',
  'flushHeaders',
  'writeContinue',
  'writeProcessing',
  'writeEarlyHints',
]);

/**
 * Whether the result of a step depends on something that Node does not promise: how many ticks a response needs to
 * leave, or how much of it the kernel takes at once. Such a step is left out, by a rule that reads nothing but the
 * program so far.
 *
 * @param {import('./program.mjs').Step} step
 * @param {Moment} moment
 * @param {import('./run.mjs').HandlerRun} run
 */
export function isUnsteady(step, moment, { log, ended, headersSent, inTurn, piping }) {
  const deed = step[0] === 'socket' || step[0] === 'call' ? nameOf(step) : '';
  if (destroying.has(deed) && (log.big || (ended && !inTurn))) return true;
  if (isBig(step) && log.destroying) return true;
  // Data piped after the end is an error or ignored, depending on some ticks.
  if (!inTurn && ((piping && deed === 'res.end') || (ended && step[0] === 'pipe'))) return true;
  if (moment === 'sync' || moment === 'settled') {
    if (destroying.has(deed)) log.destroying = true;
    if (isBig(step)) log.big = true;
    return false;
  }
  if (step[0] === 'socket' || (step[0] === 'look' && step[1] === 'socket')) return true;
  if (step[0] === 'after' && step[1] === 'end') return true;
  if (destroying.has(deed) || socketBound.has(deed) || isBig(step)) return true;
  // What it throws leaves the socket corked, if the response has one by then.
  if (deed === 'res.end' && !isContent(step[3])) return true;
  // A head is put before whatever waits for a socket, an interim response too.
  if (interim.has(deed) && !inTurn) return true;
  // A second chunk may be one with the first, if the response has its socket by then.
  if ((deed === 'res.write' || deed === 'res.end') && headersSent && !inTurn) return true;
  return ended && touchesEnd(step);
}

/** Whether a step meets the end of a response that may be under way just then. @param {import('./program.mjs').Step} step */
function touchesEnd(step) {
  if (step[0] === 'call') return writing.has(step[2]);
  if (step[0] === 'look') return step[1] === 'listeners';
  return ['set', 'on', 'watch', 'read', 'pipe', 'wrap', 'prototype'].includes(step[0]);
}

/** @param {['call', string, string, ...unknown[]] | ['socket', string, ...unknown[]]} step */
function nameOf(step) {
  return step[0] === 'socket' ? `socket.${step[1]}` : `${step[1]}.${step[2]}`;
}

/** Whether an `end` takes that. @param {unknown} value of a program */
function isContent(value) {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' || !value;
  return (
    'is' in value &&
    ['undefined', 'buffer', 'bytes', 'big', 'callback', 'function'].includes(String(value.is))
  );
}

/** @param {import('./program.mjs').Step} step */
function isBig(step) {
  return step.some((part) => typeof part === 'object' && part !== null && 'is' in part && part.is === 'big');
}
