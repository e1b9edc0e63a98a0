/** @module The states of a request's stream, which Node keeps as a bit set. */

import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { type NodeRequest, READABLE_STATE } from '@nextpress-internal/internals/node';
import { MAJOR } from './node-versions.ts';

/** A state that Node doesn't store as a number is `NaN`, which equals nothing. */
interface StreamStates {
  /** Neither read nor ended. */
  readonly untouched: number;
  /** Not read, and the end of the body was received. */
  readonly ended: number;
  /** Discarded and closed. Node ≥ 26 does this without making the stream flow. */
  readonly dumped: number;
  /** Read to its end. */
  readonly read: number;
  /** Read to its end and closed. */
  readonly readAndClosed: number;
}

export const STREAM_STATES: StreamStates = {
  untouched: stateWith(),
  ended: stateWith('ended'),
  dumped: stateWith(
    'ended',
    'endEmitted',
    'destroyed',
    'closed',
    'closeEmitted',
    ...(MAJOR >= 26 ? [] : ['flowing']),
  ),
  read: stateWith('ended', 'endEmitted', 'flowing', 'dataEmitted'),
  readAndClosed: stateWith(
    'ended',
    'endEmitted',
    'flowing',
    'dataEmitted',
    'destroyed',
    'closed',
    'closeEmitted',
  ),
};

/** The bit set of a new stream with these flags set. */
function stateWith(...flags: readonly string[]): number {
  const { _readableState } = new IncomingMessage(new Socket()) as NodeRequest;
  // Missing in a Node that the lane doesn't support.
  if (!_readableState) return Number.NaN;
  Object.assign(_readableState, Object.fromEntries(flags.map((flag) => [flag, true])));
  return Number(_readableState[READABLE_STATE]);
}
