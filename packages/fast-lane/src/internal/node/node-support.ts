/** @module Whether this Node has every private property that the lane needs. If one is missing, every server stays in Node's lane. */

import {
  END_CALLBACKS,
  NODE_LISTENER,
  request,
  response,
  server,
  slotOf,
  WRITABLE_FINISHED,
} from './node-slots.ts';
import type { NodeSocket } from './node-types.ts';

/** A live object, with the properties and the descriptions of the symbols that it needs. */
interface Requirement {
  readonly object: object;
  readonly properties: readonly string[];
  readonly symbols: readonly string[];
}

export type Owner = 'server' | 'request' | 'readableState' | 'response' | 'socket' | 'writableState';

export const REQUIRED: Readonly<Record<Owner, Requirement>> = {
  server: {
    object: server,
    properties: ['_events'],
    symbols: ['IncomingMessage', 'ServerResponse', 'kUniqueHeaders'],
  },
  request: {
    object: request,
    properties: [
      '_consuming',
      '_dumped',
      '_dump',
      '_eventsCount',
      '_readableState',
      'client',
      'joinDuplicateHeaders',
      'upgrade',
    ],
    symbols: ['kHeadersCount'],
  },
  readableState: {
    object: request._readableState,
    properties: [
      'endEmitted',
      'ended',
      'flowing',
      'length',
      'reading',
      'readableListening',
      'resumeScheduled',
    ],
    symbols: [],
  },
  response: {
    object: response,
    properties: [
      '_closed',
      '_contentLength',
      '_defaultKeepAlive',
      '_events',
      '_eventsCount',
      '_finish',
      '_flush',
      '_hasBody',
      '_header',
      '_headerSent',
      '_implicitHeader',
      '_keepAliveTimeout',
      '_last',
      '_onPendingData',
      '_removedConnection',
      '_removedContLen',
      '_removedTE',
      '_send',
      '_storeHeader',
      '_trailer',
      '_writeRaw',
      'finished',
      'maxRequestsOnConnectionReached',
      'outputData',
      'outputSize',
    ],
    symbols: ['corked', 'kNeedDrain', 'kOutHeaders', 'kRejectNonStandardBodyWrites'],
  },
  socket: {
    object: request.socket,
    properties: ['_events', '_handle', '_hadError', '_readableState', '_writableState', 'server'],
    symbols: [],
  },
  writableState: {
    object: (request.socket as NodeSocket)._writableState,
    properties: ['corked', 'needDrain'],
    symbols: [],
  },
};

function isMet({ object, properties, symbols }: Requirement): boolean {
  return (
    properties.every((name) => name in object) && symbols.every((name) => slotOf(object, name) !== undefined)
  );
}

export const SUPPORTED: boolean =
  typeof NODE_LISTENER === 'function' &&
  server._events?.connection === NODE_LISTENER &&
  Object.values(REQUIRED).every(isMet) &&
  (WRITABLE_FINISHED === undefined) === (END_CALLBACKS === undefined);
