/**
 * @module Hot: creates the request and the response for a recognized head, as Node's server does. Bench: `npm run
 * bench:lane`.
 */

import { channel } from 'node:diagnostics_channel';
import type { NodeRequest, NodeResponse, NodeSocket } from '@nextpress-internal/internals/node';
import { UNIQUE_HEADERS } from '@nextpress-internal/internals/node';
import type { Head } from '../head/head.ts';
import { setLazyRawHeaders, setRawHeaders } from '../request/lane-request.ts';
import type { Lane } from './lane.ts';

export interface Exchange {
  readonly req: NodeRequest;
  readonly res: NodeResponse;
}

const requestStart = channel('http.server.request.start');

/** Creates both, and publishes them on Node's diagnostics channel. */
export function makeExchange(lane: Lane, socket: NodeSocket, head: Head): Exchange {
  const { server } = lane;
  const req = new lane.Request(socket) as NodeRequest;
  req.httpVersionMajor = 1;
  req.httpVersionMinor = 1;
  req.httpVersion = '1.1';
  req.joinDuplicateHeaders = server.joinDuplicateHeaders || null;
  req.url = head.url;
  req.upgrade = false;
  req.method = head.method;
  if (lane.isLazy) setLazyRawHeaders(req, head);
  else setRawHeaders(req, head);
  const res = new lane.Response(req, lane.responseOptions(socket)) as NodeResponse;
  res._keepAliveTimeout = server.keepAliveTimeout;
  res._maxRequestsPerSocket = server.maxRequestsPerSocket;
  res[UNIQUE_HEADERS] = server[UNIQUE_HEADERS];
  if (requestStart.hasSubscribers) requestStart.publish({ request: req, response: res, socket, server });
  return { req, res };
}
