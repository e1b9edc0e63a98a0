/** @module A connection with its event handlers. Only this file imports all modules of the folder. */

import { closed, timedOut } from './closing.ts';
import { Connection } from './connection.ts';
import { deferEnd, ended, resumed, suppressEnd } from './end-of-input.ts';
import { finished } from './finished.ts';
import { continueSoon, receive } from './reading.ts';

export class ServedConnection extends Connection {
  receive(chunk: Uint8Array): void {
    receive(this, chunk);
  }

  deferEnd(): boolean {
    return deferEnd(this);
  }

  suppressEnd(): void {
    suppressEnd(this);
  }

  ended(): void {
    ended(this);
  }

  resumed(): void {
    resumed(this);
  }

  timedOut(): void {
    timedOut(this);
  }

  closed(): void {
    closed(this);
  }

  advanced(): void {
    continueSoon(this);
  }

  finished(): void {
    finished(this);
    continueSoon(this);
  }
}
