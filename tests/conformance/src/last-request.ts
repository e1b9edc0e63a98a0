/**
 * @module A request that ends a connection after the requests under test, which must not have `Connection: close` themselves:
 * the fast lane hands such a connection to Node.
 */

import type { Socket } from 'node:net';
import { converse, requestText } from './subject.ts';

const TARGET = '/last-request';
const STATUS_LINE = 'HTTP/1.1 299 Last\r\n';

/** The request. */
export const LAST_REQUEST: string = requestText('GET', TARGET, { Connection: 'close' });

/** A listener that responds to {@link LAST_REQUEST} and passes everything else to `listener`. */
export function withLastRequest<
  Req extends { readonly url?: string | undefined },
  Res extends { writeHead(status: number, reason: string): { end(): unknown } },
>(listener: (req: Req, res: Res) => unknown): (req: Req, res: Res) => unknown {
  return (req, res) => (req.url === TARGET ? res.writeHead(299, 'Last').end() : listener(req, res));
}

/** Sends text as latin1 and returns, as latin1, all bytes before the response to {@link LAST_REQUEST}. */
export async function textBeforeLast(socket: Socket, text: string): Promise<string> {
  const received = await converse(socket, text + LAST_REQUEST);
  const end = received.indexOf(STATUS_LINE);
  return end === -1 ? received : received.slice(0, end);
}
