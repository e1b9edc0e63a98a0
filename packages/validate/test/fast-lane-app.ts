/** @module Starts an application in the fast lane, and makes the bytes of requests to it. */

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Application } from '@nextpress/server';
import { onTestFinished } from 'vitest';

/** Listens until the end of the test; returns the port. */
export async function startInFastLane(app: Application): Promise<number> {
  const server = app.listen(0, '127.0.0.1') as Server;
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A POST with a JSON text. */
export function jsonRequest(path: string, text: string): Buffer {
  const body = Buffer.from(text);
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]);
}
