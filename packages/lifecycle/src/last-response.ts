/**
 * @module The last response of a connection (RFC 9112 §9.6). After a response with `Connection: close`, no request is
 * dispatched: Node would run its handlers and drop the response. A response that further requests follow does not carry
 * the header.
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { thrownProperty } from '@nextpress/semantics/thrown-value';
import type { NodeResponse, OpenSocket } from '@nextpress-internal/internals/node';
import { LIFECYCLE, requireMembers } from '@nextpress-internal/internals/node';
import { discardInput, isDiscarding, isLingering, linger } from './linger.ts';

requireMembers('@nextpress/lifecycle', LIFECYCLE);

const CONNECTION_HEADER = /^connection:.*$/gim;

/**
 * Shared by the responses that are pending together on a connection. Not kept on the socket: an idle connection would
 * keep its last response in memory.
 */
interface Pipeline {
  newest: PipelinedResponse;
}

const PIPELINE: unique symbol = Symbol('nextpress.pipeline');

type PipelinedResponse = NodeResponse & { [PIPELINE]?: Pipeline };

/** The pending response to the newest request on a connection. Node lists only the oldest one. */
export function newestResponse(socket: Socket): ServerResponse | undefined {
  const oldest = (socket as OpenSocket)._httpMessage as PipelinedResponse | null | undefined;
  return oldest?.[PIPELINE]?.newest ?? oldest ?? undefined;
}

/**
 * Hides requests that follow the last response of a connection from all listeners of a server.
 *
 * @param isOver - whether requests behind a pending response are no longer dispatched, whatever its headers
 * @param onDispatch - called before the listeners
 */
export function guardDispatch(
  server: Server,
  isOver: () => boolean,
  onDispatch: (res: ServerResponse) => void,
): void {
  const emit: (event: string, ...args: unknown[]) => boolean = server.emit;
  const guarded = (event: string, ...args: unknown[]): boolean => {
    switch (event) {
      case 'request':
      case 'checkContinue':
      case 'checkExpectation': {
        // By index, because V8 then does not allocate the arguments array.
        const res = args[1] as NodeResponse;
        if (!admits((args[0] as IncomingMessage).socket, res, isOver)) return true;
        onDispatch(res);
        break;
      }
      case 'upgrade':
      case 'connect':
        if (refusesUpgrade(args[1] as Socket)) return true;
        break;
      case 'clientError':
        if (isBehindLast(args[0], args[1] as Socket)) return true;
    }
    return emit.call(server, event, ...args);
  };
  Object.defineProperty(server, 'emit', { value: guarded, writable: true, configurable: true });
  const isSecure = 'setSecureContext' in server;
  server.prependListener(isSecure ? 'secureConnection' : 'connection', lingerAtEnd);
}

/** Node calls `destroySoon` after the last response. */
function lingerAtEnd(socket: Socket): void {
  socket.destroySoon = destroySoon;
}

function destroySoon(this: Socket): void {
  linger(this);
}

/** Whether a request may get a response; `false` after the last response of its connection. */
function admits(socket: OpenSocket, res: PipelinedResponse, isOver: () => boolean): boolean {
  if (isLingering(socket)) return false;
  const earlier = newestResponse(socket) as PipelinedResponse | undefined;
  // The latter two are dispatched a second time, e.g. after `checkContinue`.
  if (earlier === undefined || socket._httpMessage === res || res[PIPELINE] !== undefined) return true;
  if (isLast(earlier) || isOver()) {
    // Its head may contain `keep-alive`.
    if (!isDiscarding(socket)) earlier.once('close', () => linger(socket));
    discardInput(socket);
    return false;
  }
  if (!earlier.headersSent) earlier._storeHeader = storeHeaderBeforeOthers;
  res[PIPELINE] = earlier[PIPELINE] ??= { newest: res };
  res[PIPELINE].newest = res;
  return true;
}

/** An HTTP/1.0 response whose head is not sent yet may need the end of the connection to mark the end of its body. */
function isLast(res: NodeResponse): boolean {
  if (!res.headersSent && !res.useChunkedEncodingByDefault) res.shouldKeepAlive = false;
  return res.headersSent ? res._last === true : !res.useChunkedEncodingByDefault;
}

/** Writes a head that keeps the connection open, and lets the newest response end it instead. */
function storeHeaderBeforeOthers(
  this: NodeResponse,
  ...args: Parameters<NodeResponse['_storeHeader']>
): void {
  const isKept = this.shouldKeepAlive;
  this.shouldKeepAlive = true;
  Reflect.apply(Object.getPrototypeOf(this)._storeHeader, this, args);
  if (isKept && !this._last) return;
  if (this._last) {
    this._last = false;
    this._header = this._header?.replace(CONNECTION_HEADER, 'Connection: keep-alive') ?? null;
  }
  const last = newestResponse(this.req.socket) as NodeResponse | undefined;
  if (last?.headersSent) last._last = true;
  else if (last) last.shouldKeepAlive = false;
}

function refusesUpgrade(socket: OpenSocket): boolean {
  const earlier = newestResponse(socket) as NodeResponse | undefined;
  const isLast = earlier?.headersSent ? earlier._last : earlier?.shouldKeepAlive === false;
  if (!isLast && !isLingering(socket)) return false;
  // Node has already removed its own listeners.
  socket
    .on('error', () => {})
    .on('drain', () => socket._httpMessage?.writableNeedDrain && socket._httpMessage.emit('drain'));
  discardInput(socket);
  socket.resume();
  return true;
}

/**
 * Whether an error is about bytes after the last request, which Node would treat as an invalid request before the
 * response is sent.
 */
function isBehindLast(error: unknown, socket: OpenSocket): boolean {
  if (isDiscarding(socket)) return true;
  if (thrownProperty(error, 'code') !== 'HPE_CLOSED_CONNECTION' || !socket._httpMessage) return false;
  discardInput(socket);
  return true;
}
