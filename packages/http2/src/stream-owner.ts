import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { UnsentBodies } from './unsent-bodies.ts';

/** The connection that owns a stream. */
export interface StreamOwner {
  readonly socket: Socket;
  readonly unsent: UnsentBodies | undefined;
  readonly maxHeaderListSize: number;
  /** Called when the stream of a response has closed. */
  closed(res: ServerResponse): void;
}
