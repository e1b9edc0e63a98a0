/** @module The symbols under which Node keeps private properties, found on live objects, and what differs between versions of Node. */

import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { NodeRequest, NodeResponse, NodeServer } from './node-types.ts';

/** Live objects, on which private properties are looked up. */
export const server: NodeServer = createServer() as NodeServer;
export const request: NodeRequest = new IncomingMessage(new Socket()) as NodeRequest;
export const response: NodeResponse = new ServerResponse(request) as unknown as NodeResponse;

/** The symbol of an object with this description. */
export function slotOf(object: object | undefined, name: string): symbol | undefined {
  return Object.getOwnPropertySymbols(object ?? {}).find(({ description }) => description === name);
}

/** A symbol that not every Node has. Reading the stand-in finds nothing. */
function optionalSlot(object: object | undefined, name: string): symbol {
  return slotOf(object, name) ?? Symbol(name);
}

/** Of a server: its classes, and the settings that only its options set. */
export const REQUEST_CLASS: symbol = optionalSlot(server, 'IncomingMessage');
export const RESPONSE_CLASS: symbol = optionalSlot(server, 'ServerResponse');
export const UNIQUE_HEADERS: symbol = optionalSlot(server, 'kUniqueHeaders');
export const OPTIMIZE_EMPTY_REQUESTS: symbol = optionalSlot(server, 'OptimizeEmptyRequestsOption');

/** Of a request. */
export const HEADERS: symbol = optionalSlot(request, 'kHeaders');
export const HEADERS_COUNT: symbol = optionalSlot(request, 'kHeadersCount');
export const READABLE_STATE: symbol = optionalSlot(request._readableState, 'kState');
/** Node ≥ 24: releases the socket that a request holds for `req.signal`. */
export const DETACH_ABORT_SIGNAL: symbol | undefined = slotOf(
  IncomingMessage.prototype,
  'kDetachAbortSignal',
);

/** Of a response. */
export const OUT_HEADERS: symbol = optionalSlot(response, 'kOutHeaders');
export const CORKED: symbol = optionalSlot(response, 'corked');
export const NEED_DRAIN: symbol = optionalSlot(response, 'kNeedDrain');
export const REJECT_BODY_WRITES: symbol = optionalSlot(response, 'kRejectNonStandardBodyWrites');
/** Node ≥ 24 stores these two instead of computing `writableFinished`. */
export const WRITABLE_FINISHED: symbol | undefined = slotOf(response, 'kWritableFinished');
export const END_CALLBACKS: symbol | undefined = slotOf(response, 'kEndCallbacks');
export const FLUSH_ERROR: symbol | undefined = slotOf(response, 'kFlushError');

export const MAJOR: number = Number.parseInt(process.versions.node, 10);
/** Node ≥ 24 emits `drain` on a response only when everything it has written is gone. */
export const DRAINS_WHEN_EMPTY: boolean = MAJOR >= 24;
/** Node ≥ 26 counts a connection without any request as idle. */
export const SILENT_IS_IDLE: boolean = MAJOR >= 26;
/** Node ≥ 24 destroys queued responses when their connection is lost. */
export const DESTROYS_WAITING: boolean = MAJOR >= 24;
export const HAS_KEEP_ALIVE_BUFFER: boolean = 'keepAliveTimeoutBuffer' in server;
/** Node ≥ 24 runs each pipelined request of a chunk in the context of the connection. */
export const SEPARATES_CONTEXTS: boolean = MAJOR >= 24;

/** Node's own listener for new connections, the same function for every server, plain or secure. */
export const NODE_LISTENER: unknown = server.listeners('connection')[0];
