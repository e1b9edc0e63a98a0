/**
 * @module A pending upgrade: a request that has been neither accepted nor refused. Node no longer reads its connection,
 * so this class does.
 */

import type { IncomingMessage } from 'node:http';
import { clearTimeout, setTimeout } from 'node:timers';
import type { OpenSocket } from '@nextpress-internal/internals/node';

/**
 * Maximum number of bytes to buffer before the response. Clients must wait for the response (RFC 6455 §4.1), so beyond
 * that the connection is paused.
 */
const MAX_EARLY_BYTES = 64 * 1024;

export class PendingUpgrade {
  readonly req: IncomingMessage;
  readonly socket: OpenSocket;
  /** Called once, when the upgrade is no longer pending. */
  onEnd: (() => void) | undefined;
  /** Whether the client disconnected, or a refusal was sent. */
  isOver = false;
  readonly #early: Buffer[];
  #size: number;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param head - the bytes received after the request's head
   * @param isRead - whether Node reads the connection, because the request has a body
   */
  constructor(req: IncomingMessage, socket: OpenSocket, head: Buffer, isRead: boolean) {
    this.req = req;
    this.socket = socket;
    this.#early = [head];
    this.#size = head.length;
    // Without an `error` listener, a lost connection would crash the process.
    socket.on('error', ignore).on('drain', resumeResponse).on('close', this.#leave);
    if (!isRead) socket.on('data', this.#keep).on('end', this.#destroy);
  }

  /** The bytes received after the request's head. */
  get early(): Buffer {
    return Buffer.concat(this.#early);
  }

  /** Calls `onLate` unless the upgrade ends in time. */
  limitTime(milliseconds: number, onLate: () => void): void {
    this.#timer = setTimeout(onLate, milliseconds).unref();
  }

  /** Closes the connection after a refusal. */
  finish(): void {
    this.isOver = true;
    this.req.resume();
    this.socket.destroySoon();
  }

  /** Releases the socket in the state in which Node handed it over. */
  release(): void {
    this.socket.off('error', ignore).off('drain', resumeResponse).off('close', this.#leave);
    this.socket.off('data', this.#keep).off('end', this.#destroy);
    const { socket }: { socket: { -readonly [Key in keyof OpenSocket]: OpenSocket[Key] } } = this;
    socket.pause();
    socket.readableFlowing = null;
    this.#end();
  }

  readonly #keep = (chunk: Buffer): void => {
    this.#early.push(chunk);
    this.#size += chunk.length;
    if (this.#size > MAX_EARLY_BYTES) this.socket.pause();
  };

  /** As for other requests in Node, a client that half-closes the connection counts as disconnected. */
  readonly #destroy = (): void => void this.socket.destroy();

  readonly #leave = (): void => {
    // Emits `aborted` and `close`, and aborts `req.signal`.
    if (!this.isOver) this.req.destroy();
    this.isOver = true;
    this.#end();
  };

  #end(): void {
    clearTimeout(this.#timer);
    this.onEnd?.();
    this.onEnd = undefined;
  }
}

function ignore(): void {}

/** Resumes a response that is waiting for the client to read. */
function resumeResponse(this: OpenSocket): void {
  const pending = this._httpMessage;
  if (pending?.writableNeedDrain) pending.emit('drain');
}

/** Calls back once the responses to earlier requests have been sent. Node emits `upgrade` before that. */
export function whenIdle(socket: OpenSocket, callback: () => void): void {
  const pending = socket._httpMessage;
  // Node assigns the next response in a listener that was added before this one.
  if (pending) pending.once('finish', () => whenIdle(socket, callback));
  else if (socket.writable) callback();
}

/**
 * Destroys a connection if no upgrade listener writes to it in time: nothing reads it, so a disconnect would go
 * unnoticed.
 */
export function endUnlessServed(socket: OpenSocket, milliseconds: number): void {
  const { bytesWritten } = socket;
  const timer = setTimeout(() => {
    if (socket.bytesWritten === bytesWritten) socket.destroy();
  }, milliseconds).unref();
  // Without an `error` listener, a lost connection would crash the process.
  socket.on('error', () => {}).once('close', () => clearTimeout(timer));
}
