/**
 * @module A request that ends a connection, behind those that a test is about: of these none may ask for it, as the fast lane
 * leaves a connection to Node whose request has `Connection: close`.
 */

import type { Socket } from 'node:net';
import { converse, requestText } from './subject.ts';

const TARGET = '/the-end';
const STATUS_LINE = 'HTTP/1.1 299 The end\r\n';

/** The request. */
export const THE_END: string = requestText('GET', TARGET, { Connection: 'close' });

/** A listener that answers {@link THE_END}, and leaves everything else to another. */
export function withEnd<
  Req extends { readonly url?: string | undefined },
  Res extends { writeHead(status: number, reason: string): { end(): unknown } },
>(listener: (req: Req, res: Res) => unknown): (req: Req, res: Res) => unknown {
  return (req, res) => (req.url === TARGET ? res.writeHead(299, 'The end').end() : listener(req, res));
}

/** Sends text as latin1 and returns, as latin1, all that comes for it: octet by octet, up to the answer to {@link THE_END}. */
export async function textBeforeEnd(socket: Socket, text: string): Promise<string> {
  const received = await converse(socket, text + THE_END);
  const end = received.indexOf(STATUS_LINE);
  return end === -1 ? received : received.slice(0, end);
}
